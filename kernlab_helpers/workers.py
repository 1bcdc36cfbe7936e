"""Workers of Dask on this computer, set up for arithmetic on chunks."""

from ._checks import whole_number

__all__ = ["local_cluster"]

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
KEEP = {  # bytes that a worker keeps for its next array, instead of giving them back
    "MALLOC_TRIM_THRESHOLD_": 2**30,
    "MALLOC_MMAP_THRESHOLD_": 2**28,
    "MALLOC_ARENA_MAX": 1,  # threads, too: from a store of their own they give back all the same
}
LOST, DEFAULT = "distributed.deploy.lost-worker-timeout", "15s"
AWAY = "600s"  # that a dead worker may take to be back; Dask's 15 s are few on a busy computer


def local_cluster(n_workers=2, **settings):
    """Start workers of Dask on this computer, one thread each, for fits on Dask arrays.

    They are what `distributed.LocalCluster` makes, with three settings that Dask's own have not.
    Products of matrices use one thread in each worker: more of them would fight for the cores. And
    memory that was freed is kept for the next array: Dask's workers give it back to the system at
    once, and then spend more time on getting it again than on the arithmetic (Linux). And a worker
    that died is begun again, however long that takes: Dask gives it up after 15 seconds, and where
    the last one is given up, what was asked for waits for good. (This third setting is one of the
    whole process, "distributed.deploy.lost-worker-timeout"; one that you made yourself stays.)

    A task of Dask costs some milliseconds of processor time, whatever it does, and each pass of a
    fit has two or more for each chunk. So let chunks be large: of about 64 MB, with which a worker
    stays below 400 MB. Where each chunk has a recipe of its own (`from_delayed`), the task that
    uses it also reads it, which saves tasks; `persist` keeps chunks in the workers' memory instead.

    Parameters
    ----------
    n_workers : int
        Number of processes, from 1.
    **settings
        Further arguments of `distributed.LocalCluster`, such as memory_limit="400MB".

    Returns
    -------
    distributed.LocalCluster
        The cluster; `cluster.get_client()` makes it the place of all that Dask computes, and
        `with local_cluster() as cluster:` ends it. In a script, not in a notebook, start it under
        `if __name__ == "__main__":`, as the workers read the script, too.

    Raises
    ------
    ValueError
        For a number of workers that is no whole number from 1.
    ImportError
        Where Dask is not installed.

    Examples
    --------
    >>> import dask.array as da  # doctest: +SKIP
    >>> with local_cluster(2) as cluster, cluster.get_client():  # doctest: +SKIP
    ...     X = da.from_zarr("points.zarr")
    ...     model = MinkowskiKMeans(10, p=1.5, random_state=0).fit(X)
    """
    n_workers = whole_number(n_workers, "n_workers")
    try:
        import dask
        import distributed
    except ImportError as error:
        raise ImportError(
            "local_cluster needs Dask: install the extra `scale` of kernlab-helpers, or "
            "`pip install dask[array,distributed]`"
        ) from error

    if dask.config.get(LOST, DEFAULT) == DEFAULT:
        dask.config.set({LOST: AWAY})
    variables = dict.fromkeys(THREADS, 1) | KEEP
    before = dask.config.get("distributed.nanny.pre-spawn-environ", {})
    given = {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0"} | settings
    with dask.config.set({"distributed.nanny.pre-spawn-environ": before | variables}):
        return distributed.LocalCluster(n_workers=n_workers, **given)
