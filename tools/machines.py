"""Settings under which this computer calculates as a plainer one would.

The last bits of a result depend on the BLAS kernel that OpenBLAS chooses for the processor, on its
threads, and on the vector loops that NumPy chooses. What the book prints must not.
"""

import json
import os
import shutil
import subprocess
import sys

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = f"no Chromium found; install {' or '.join(BROWSERS)}, or name it in KERNLAB_CHROMIUM"
PLAIN_KERNELS = ("Nehalem", "ARMV8")  # run on every processor of their family
ONE_THREAD = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}
PROBE = """
import json
import numpy, scipy.linalg
from threadpoolctl import threadpool_info
blas = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
print(json.dumps({
    "kernels": sorted({str(pool.get("architecture")) for pool in blas}),
    "threads": max([pool["num_threads"] for pool in blas], default=0),
    "loops": numpy.show_config(mode="dicts").get("SIMD Extensions", {}).get("found", []),
}))
"""


def browser(find=shutil.which, variables=os.environ):
    """Return the path of a Chromium, or no text where there is none."""
    return variables.get("KERNLAB_CHROMIUM") or next(filter(None, map(find, BROWSERS)), "")


def probe(setting):
    """Return what a new process under these environment variables calculates with.

    A dict: the names of its BLAS "kernels", its "threads", and NumPy's dispatched "loops".
    """
    words = [sys.executable, "-c", PROBE]
    out = subprocess.run(
        words, env=os.environ | setting, capture_output=True, text=True, check=True
    )
    return json.loads(out.stdout)


def plain_setting():
    """Return the environment variables of a plainer processor; none where there is no such setting.

    Another BLAS kernel, one thread, and NumPy's dispatched loops switched off: what then really
    runs is asked of a process of its own.
    """
    here = probe({})
    for kernel in PLAIN_KERNELS:
        setting = ONE_THREAD | {"OPENBLAS_CORETYPE": kernel}
        if here["loops"]:
            setting["NPY_DISABLE_CPU_FEATURES"] = " ".join(here["loops"])
        there = probe(setting)
        if there["kernels"] != here["kernels"] and there["threads"] == 1 and not there["loops"]:
            return setting
    return {}
