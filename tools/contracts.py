"""An import-linter contract of our own: what a package may import from outside the project.

import-linter can forbid modules by name. Purity is the other way round: everything is forbidden
but a short list.
"""

from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.application import contract_utils
from importlinter.application.contract_utils import AlertLevel


class PureContract(Contract):
    """`package` imports from outside only what `allowed` lists, `ignore_imports` aside."""

    type_name = "pure"

    # Declared as fields; by the time of `check` they are what pyproject.toml says.
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
            f"If what it needs reads no clock or disk, starts nothing and tells nobody, add it to "
            f"`allowed` in pyproject.toml; else do it outside {self.package}."
        )
