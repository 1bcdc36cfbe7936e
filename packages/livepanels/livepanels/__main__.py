"""`python -m livepanels` is the command `livepanels`."""

import sys

from .command import main

sys.exit(main())
