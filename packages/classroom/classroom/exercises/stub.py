"""Whether a function is still the stub of the chapter; also asked where there is no judge."""

import dis

__all__ = ["is_stub"]


def is_stub(function):
    """Whether the body of a function is nothing but a docstring, `...`, `pass` or a comment."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    idle = {"RESUME", "NOP", "CACHE", "COPY_FREE_VARS", "RETURN_VALUE"}
    steps = [step for step in dis.get_instructions(code) if step.opname not in idle]
    return all(
        "CONST" in step.opname and (step.argval is None or step.argval is Ellipsis)
        for step in steps
    )
