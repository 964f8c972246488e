"""Two import-linter contracts of our own: purity, and no cycles between packages.

import-linter can forbid modules by name. The purity contract forbids everything except a short
list. import-linter's layers order the modules of one package. The contract about cycles holds for
all packages of the project at once.
"""

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.application import contract_utils
from importlinter.application.contract_utils import AlertLevel


class PureContract(Contract):
    """`package` imports no other modules than those in `allowed`, except for `ignore_imports`."""

    type_name = "pure"

    # Declared as fields. Before `check` runs, they get the values of pyproject.toml.
    package: Any = fields.StringField()
    allowed: Any = fields.SetField(subfield=fields.StringField())
    ignore_imports: Any = fields.SetField(subfield=fields.ImportExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        removal = contract_utils.remove_ignored_imports_and_report(
            graph=graph,
            ignore_imports=self.ignore_imports,
            unmatched_alerting=AlertLevel.ERROR,
        )
        refused = [
            (importer, imported)
            for importer in sorted({self.package, *graph.find_descendants(self.package)})
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if graph.is_module_squashed(imported) and imported not in self.allowed
        ]
        return ContractCheck(
            kept=not refused, warnings=list(removal.warnings), metadata={"refused": refused}
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["refused"]:
            output.print_error(f"{importer} imports {imported}", bold=False)
        output.new_line()
        output.print(
            f"If the imported module reads no clock or disk, starts no process and writes nothing, "
            f"add it to `allowed` in pyproject.toml. Otherwise use it outside {self.package}."
        )


class AcyclicContract(Contract):
    """The packages of `roots` have no import cycle, not even through other packages.

    A package here means the modules directly in it. Its sub-packages count separately.
    """

    type_name = "acyclic"

    roots: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        modules = {
            module for root in self.roots for module in (root, *graph.find_descendants(root))
        }
        package_of = {
            module: module if graph.find_children(module) else module.rpartition(".")[0]
            for module in modules
        }
        imports: dict[str, dict[str, str]] = {}  # package -> package -> an example
        for module in sorted(modules):
            for imported in sorted(graph.find_modules_directly_imported_by(module) & modules):
                one, other = package_of[module], package_of[imported]
                if one != other:
                    imports.setdefault(one, {}).setdefault(other, f"{module} -> {imported}")
        try:
            TopologicalSorter(imports).prepare()
        except CycleError as error:
            cycle = error.args[1][::-1]  # each imports the next
            examples = [imports[one][other] for one, other in pairwise(cycle)]
        else:
            examples = []
        return ContractCheck(kept=not examples, metadata={"examples": examples})

    def render_broken_contract(self, check: ContractCheck) -> None:
        output.print_error("These imports make a cycle of packages:", bold=False)
        for example in check.metadata["examples"]:
            output.print_error(f"    {example}", bold=False)
        output.new_line()
        output.print("Move the code that two of them share into a package that both can import.")
