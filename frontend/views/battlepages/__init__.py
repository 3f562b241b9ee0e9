"""The pages of a battle that is played on the site, by whatever rules."""
