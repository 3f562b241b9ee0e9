"""Why a backup is not taken or not put back."""


class BackupRefused(Exception):
    """What is wrong with the file or the database, in words for whoever runs the installation."""
