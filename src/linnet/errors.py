"""What can go wrong, in one sentence each: where, what must hold, what came, what to do."""


class LinnetError(Exception):
    """Anything linnet says no to."""


class InputError(LinnetError, ValueError):
    """What was read is not what we can read."""


class SettingError(LinnetError, ValueError):
    """A recipe or option asks for what does not exist or does not fit."""


class ModelFileError(LinnetError):
    """A model file is damaged, foreign or too new."""


class NotConverged(UserWarning):
    """A solver stopped before it reached the asked precision."""
