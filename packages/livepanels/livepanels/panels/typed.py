"""Numbers as students type them: 0.5, 0,5, 1/2, inf."""

import math

__all__ = ["number_of", "numbers_of"]


def number_of(text):
    """Return the number that a text means; a comma is a point, a fraction is its value.

    Examples
    --------
    >>> number_of("0,5"), number_of("1/2"), number_of("−3"), number_of("∞")
    (0.5, 0.5, -3.0, inf)
    """
    cleaned = text.strip().replace("∞", "inf").replace("−", "-").replace(",", ".")
    if not cleaned:
        raise ValueError("nothing is typed.")
    top, slash, bottom = cleaned.partition("/")
    try:
        number = float(top) / float(bottom) if slash else float(cleaned)
    except ZeroDivisionError:
        raise ValueError(f"'{text}' divides by zero.") from None
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise ValueError(f"'{text}' is not a number.")
    if math.isinf(number) and "inf" not in cleaned.lower():
        raise ValueError(f"'{text}' is too large for a computer's number.")
    return number


def numbers_of(text, count):
    """Return several numbers, apart by spaces, semicolons or commas with a space.

    Examples
    --------
    >>> numbers_of("1.2, 0,7", 2), numbers_of("1.2,0.7", 2)
    ([1.2, 0.7], [1.2, 0.7])
    """
    words = text.replace(";", " ").replace(", ", " ").split()
    if len(words) == 1 < count and words[0].count(",") == count - 1:
        words = words[0].split(",")
    if len(words) != count:
        raise ValueError(f"'{text}' is not {count} numbers.")
    return [number_of(word) for word in words]
