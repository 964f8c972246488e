"""Compiles the hot modules where a C compiler is there. Everything else is in pyproject.toml.

Each module is plain Python with its C types in the `.pxd` beside it. Without a compiler, or where
compiling fails, the same source runs interpreted, with the same results.
"""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

HOT = sorted(str(pxd.with_suffix(".py")) for room in ("Game", "Players") for pxd in Path(room).rglob("*.pxd"))

setup(
    ext_modules=cythonize(
        [Extension(path[:-3].replace("/", "."), [path], optional=True) for path in HOT],
        language_level=3,
        compiler_directives={
            "annotation_typing": False,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
        },
    ),
)
