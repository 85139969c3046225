"""What can a store of memories do, whatever drives it?"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from langgraph.store.base import BaseStore, Op, Result, TTLConfig

from langmem_ext.memory import ErasureReceipt, RestoreReceipt
from langmem_ext.principal import Principal
from langmem_ext.stores.connections import connect
from langmem_ext.stores.engine import FLUSH_USES_AT, Engine
from langmem_ext.stores.faults import errors_explained
from langmem_ext.stores.migrate import migrate
from langmem_ext.stores.operations import energy, restoring
from langmem_ext.stores.operations.erasing import erase, purge_app
from langmem_ext.stores.people import People
from langmem_ext.stores.requests import Operation
from langmem_ext.stores.scope import Scope
from langmem_ext.stores.view import MemoryView

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

T = TypeVar("T")


class GovernedStore(BaseStore):
    """Hold what both stores share: configuration, views, sweeping."""

    supports_ttl = True

    _pool: Any

    def __init__(self, conn_string: str, engine: Engine) -> None:
        self.conn_string = conn_string
        self.engine = engine
        self.ttl_config = engine.ttl

    @property
    def index_config(self) -> dict[str, Any] | None:
        """Return how items are indexed, as LangGraph's PostgresStore tells it; None without an embedder."""
        return self.engine.index_config

    @property
    def embeddings(self) -> Embeddings | None:
        """Return the embedder; None without one."""
        return self.engine.embeddings

    @property
    def scope(self) -> Scope:
        """Return the scope of a trusted internal job: no principal, no restriction."""
        return self.engine.scope

    def bind(self, principal: Principal) -> MemoryView:
        """Return the store as a principal may see it; every node, tool and command works through such a view."""
        return MemoryView(self, principal)

    def people(self, tenant: str = "default") -> People:
        """Return the registry of a tenant's people, for a trusted job: it may change everybody."""
        return People(self, replace(self.scope, of_tenant=tenant))

    def erase(
        self, user_id: str, tenant: str = "default", *, dry_run: bool = False
    ) -> ErasureReceipt:
        """Remove a user for good, for a trusted job: memories, turns, history, and all that rests on them."""
        scope = replace(self.scope, of_tenant=tenant)
        return self.run(erase(scope, user_id, dry_run=dry_run))

    async def aerase(
        self, user_id: str, tenant: str = "default", *, dry_run: bool = False
    ) -> ErasureReceipt:
        """Remove a user as `erase` does."""
        scope = replace(self.scope, of_tenant=tenant)
        return await self.arun(erase(scope, user_id, dry_run=dry_run))

    def import_lines(
        self, lines: Iterable[Mapping[str, Any]], principal: Principal
    ) -> RestoreReceipt:
        """Bring back an export for a user, for a trusted job: the user is the person again that it was linked to.

        Else as `view.import_lines`, which does not link: anybody can write an export.
        """
        scope = self.scope.bound(principal)
        return self.run(restoring.restore(scope, lines, trusted=True), scope)

    async def aimport_lines(
        self, lines: Iterable[Mapping[str, Any]], principal: Principal
    ) -> RestoreReceipt:
        """Bring back an export as `import_lines` does."""
        scope = self.scope.bound(principal)
        return await self.arun(restoring.restore(scope, lines, trusted=True), scope)

    def purge_app(self, app_id: str, tenant: str = "default") -> int:
        """Remove all that an application's space holds, for an admin; return how many memories went (spec 002)."""
        return self.run(purge_app(replace(self.scope, of_tenant=tenant), app_id))

    async def apurge_app(self, app_id: str, tenant: str = "default") -> int:
        """Remove all that an application's space holds, as `purge_app` does."""
        return await self.arun(purge_app(replace(self.scope, of_tenant=tenant), app_id))

    def run(self, operation: Operation[T], scope: Scope | None = None) -> T:
        """Run one operation in one transaction and return its result.

        Row-level security holds it to what the scope's principal may see; without one it is a trusted job.
        """
        raise NotImplementedError

    async def arun(self, operation: Operation[T], scope: Scope | None = None) -> T:
        """Run one operation as `run` does."""
        raise NotImplementedError

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run BaseStore operations as one transaction; reads see the state before the puts."""
        return self.run(self.engine.batch(ops))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run BaseStore operations as one transaction; reads see the state before the puts."""
        return await self.arun(self.engine.batch(ops))

    def reembed(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Replace stored vectors of another embedder; return how many texts were embedded."""
        return self.run(self.engine.reembed(progress))

    def flush_uses(self, at_least: int = FLUSH_USES_AT) -> int:
        """Write the noted uses of memories when there are enough."""
        return self.run(self.engine.flush_uses(at_least))

    async def areembed(self, progress: Callable[[int], None] = lambda done: None) -> int:
        """Replace stored vectors of another embedder; return how many texts were embedded."""
        return await self.arun(self.engine.reembed(progress))

    async def aflush_uses(self, at_least: int = FLUSH_USES_AT) -> int:
        """Write the noted uses of memories when there are enough."""
        return await self.arun(self.engine.flush_uses(at_least))

    def energy_consumed_since_last_poll(self, tenant: str = "default") -> float:
        """Return the units that models cost a tenant since this was last asked (spec 002)."""
        return self.run(energy.poll(tenant))

    async def aenergy_consumed_since_last_poll(self, tenant: str = "default") -> float:
        """Return the units that models cost a tenant since this was last asked (spec 002)."""
        return await self.arun(energy.poll(tenant))

    def later(self, now: Callable[[], Any], soon: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Have something done in the background, before the store closes: by a call in a thread, or by a coroutine."""
        raise NotImplementedError

    def _prepare_database(self, partitions: int | None) -> None:
        with errors_explained(), connect(self.conn_string, self._pool.kwargs) as connection:
            migrate(connection, partitions)

    def _sweep_seconds(self, minutes: float | None) -> float:
        """Return the pause between sweeps: as asked, as configured, else 5 minutes."""
        configured = (self.ttl_config or TTLConfig()).get("sweep_interval_minutes")
        return 60.0 * (minutes or configured or 5)
