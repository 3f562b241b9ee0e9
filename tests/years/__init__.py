"""Three years of a club, played through the API with the clock moved."""
