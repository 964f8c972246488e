"""The calls to the kernel by which a process gives up its rights. Each raises OSError.

They come from a small module in C (`_kernel.c`), so that a box needs no ctypes and its bot has
none. Where there is no compiler, the same calls are made with ctypes.
"""

try:
    from arena.guest.kernel._kernel import (
        drop_capabilities,
        enter_namespaces,
        fork_boxes,
        landlock_allow,
        landlock_restrict,
        landlock_rules,
        landlock_version,
        process_control,
        set_filter,
        unshare_namespaces,
    )

    COMPILED = True
except ImportError:
    from arena.guest.kernel.calls_by_ctypes import (
        drop_capabilities,
        enter_namespaces,
        fork_boxes,
        landlock_allow,
        landlock_restrict,
        landlock_rules,
        landlock_version,
        process_control,
        set_filter,
        unshare_namespaces,
    )

    COMPILED = False

__all__ = [
    "COMPILED",
    "drop_capabilities",
    "enter_namespaces",
    "fork_boxes",
    "landlock_allow",
    "landlock_restrict",
    "landlock_rules",
    "landlock_version",
    "process_control",
    "set_filter",
    "unshare_namespaces",
]
