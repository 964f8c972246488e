"""The calls to the kernel with which a process gives up its rights. Each raises OSError.

They are in a small C module (`_kernel.c`), so that a box needs no ctypes and its bot has none.
Without a compiler, the same calls are made with ctypes.
"""

try:
    from arena.guest.kernel import _kernel as kernel
except ImportError:
    from arena.guest.kernel import calls_by_ctypes as kernel  # type: ignore[no-redef]

COMPILED = kernel.__name__.endswith("._kernel")

__all__ = ["COMPILED", "kernel"]
