"""What a submission has asked for and does not get."""

__all__ = ["asked", "refuse"]

asked = []


def refuse(name):
    """Note that a submission wants the judge or its answers, and stop it."""
    asked.append(name)
    raise ImportError(f"{name} is the judge's and is not here")
