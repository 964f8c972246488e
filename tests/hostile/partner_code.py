# expect: fine
# levels: sandbox docker
# with ctypes: exception
"""Partners who time the pages of shared libraries. This needs machine code, which boxes forbid."""

import gc
import importlib.machinery
import importlib.util
import mmap
import sys
from contextlib import suppress
from pathlib import Path

from Players.Player import Player


def classes(above=object, found=None):
    """All classes in the process, hidden ones too."""
    found = set() if found is None else found
    for below in type.__subclasses__(above):
        if below not in found:
            found.add(below)
            classes(below, found)
    return found


class Bot(Player):
    def think(self, observation, budget):
        if observation.main_deck.len() == 28:  # in the first trick
            everywhere = [*sys.meta_path]
            sys.meta_path[:] = [importlib.machinery.PathFinder]
            for name in ("_ctypes", "ctypes", "_testcapi"):
                with suppress(ImportError):
                    __import__(name)
                    raise AssertionError(f"{name} was imported")
            sys.meta_path[:] = everywhere
            assert not [one for one in gc.get_objects() if "_ctypes" in str(type(one).__module__)]
            assert not [one for one in classes() if str(one.__module__) == "_ctypes"]
            for folder in filter(None, sys.path):
                for path in Path(folder).glob("_ctypes.*.so"):
                    spec = importlib.util.spec_from_file_location("_ctypes", path)
                    with suppress(ImportError):
                        importlib.util.module_from_spec(spec)
                        raise AssertionError(f"{path} was loaded")
            with suppress(OSError):
                mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
                raise AssertionError("a page for machine code")
        return observation.get_list_actions()[0]
