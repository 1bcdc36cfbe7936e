"""Waiting for what workers of Dask compute: to the answer, or to words that say why there is none.

Dask pauses a worker whose memory is nearly full until there is room again. If its disk is full too,
or refuses, there never is, and Dask waits for good. So the workers are looked after here.
"""

import time

PATIENCE = 3600  # seconds that a pass over all chunks may take
LOOK = 1.0  # seconds between two looks at the workers
FULL = 60  # seconds that a pass waits where only paused workers have work


def answers(client, wanted):
    """Return the values of what is wanted, made by the workers of the client.

    The configuration of Dask tells how many seconds a pass may take ("kernlab.pass-timeout"), and
    how many it waits for workers whose memory is full ("kernlab.full-timeout").

    Raises
    ------
    TimeoutError, MemoryError
        Where it took longer; besides, whatever a task raises.
    """
    from dask import config
    from distributed import wait

    seconds = config.get("kernlab.pass-timeout", PATIENCE)
    patience = config.get("kernlab.full-timeout", FULL)
    futures = client.compute(list(wanted))
    begun = working = time.monotonic()
    while time.monotonic() - begun < seconds:
        try:
            wait(futures, timeout=min(LOOK, seconds))
        except TimeoutError:
            full, all_are = paused(client)
            if full:
                client.run(give_back, workers=list(full), on_error="ignore")
            if not all_are:
                working = time.monotonic()
            elif time.monotonic() - working > patience:
                raise MemoryError(words_of_full(full)) from None
        else:
            return [future.result(seconds) for future in futures]
    raise TimeoutError(
        f"a pass over the chunks of X gave no answer in {seconds} s: see in the dashboard "
        "whether workers are alive; if passes take so long, raise "
        "dask.config.set({'kernlab.pass-timeout': seconds})"
    )


def paused(client):
    """Return what is known of the paused workers, and whether no other has anything to do."""
    workers = client.scheduler_info()["workers"]
    full = {address: known for address, known in workers.items() if known["status"] == "paused"}
    busy = {address for address, tasks in client.processing().items() if tasks}
    return full, bool(full) and busy <= full.keys()


def give_back():
    """Hand freed memory back to the system (Linux): what a worker keeps would count as used."""
    import ctypes
    from contextlib import suppress

    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def words_of_full(full):
    """Return the words of the error, for the paused workers."""
    each = ", ".join(
        f"{address} with {known['metrics']['memory'] / 1e6:.0f} of "
        f"{known['memory_limit'] / 1e6:.0f} MB (disk: {known['local_directory']})"
        for address, known in full.items()
    )
    return (
        f"the fit waits for workers whose memory is full and stays full: {each}. Look whether "
        "their disk is full, too: they write there what has no room. Else give them more memory "
        "(memory_limit), take smaller chunks, or do not persist X"
    )
