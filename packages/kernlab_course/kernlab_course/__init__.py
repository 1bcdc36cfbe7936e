"""What belongs to this book: its answers, its ledger of misprints, the bench of chapter 19.

Chapters take from here pictures that know what a kernel is (`KernelAndDistance`, `KernelMatrix`),
the control `gaussian_shape`, `specification_curve` of chapter 17, and the folders `ledger` and
`bench`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["bench", "ledger"],
    submod_attrs={
        "curves": ["specification_curve"],
        "matrices": ["KernelAndDistance", "KernelMatrix"],
        "shapes": ["gaussian_shape"],
    },
)
