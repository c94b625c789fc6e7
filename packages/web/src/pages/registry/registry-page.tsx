import { PackageSearch, Plus } from "lucide-react";
import { memo, useDeferredValue, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { ButtonLink } from "../../ui/actions/button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Page } from "../../ui/layout/page.js";
import { Pagination } from "../../ui/data/pagination.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { ItemRow } from "./item-row.js";
import { RegistryFilters } from "./registry-filters.js";
import { tagsIn, type RegistryRow } from "./registry-rows.js";
import type { RegistrySearch } from "./registry-search.js";
import { PAGE_SIZE, useRegistry, useRegistrySearch, type RegistryResult } from "./use-registry.js";

export function RegistryPage() {
  const [search, change] = useRegistrySearch();
  const result = useRegistry(search);
  const tags = useMemo(() => tagsIn(result.rows), [result.rows]);
  const list = useRef<HTMLUListElement>(null);
  return (
    <Page
      title="Registry"
      intro="MCP servers, agents, skills, hooks, prompts and sandboxes that you can install."
      actions={<SubmitLink />}
    >
      <RegistryFilters
        search={search}
        totals={result.totals}
        tags={tags}
        onChange={change}
        onArrowDown={() => list.current?.querySelector<HTMLElement>("[data-row]")?.focus()}
      />
      {result.problem && <ErrorBox problem={result.problem} onRetry={result.retry} />}
      {result.loading ? (
        LOADING
      ) : result.rows.length === 0 ? (
        <Nothing search={search} />
      ) : (
        <Items rows={result.rows} list={list} />
      )}
      <More search={search} result={result} onOffset={(offset) => change({ offset })} />
    </Page>
  );
}

const LOADING = <SkeletonRows rows={8} className="h-20" />;
const NOT_DRAWN: readonly RegistryRow[] = [];

interface ItemsProps {
  readonly rows: readonly RegistryRow[];
  readonly list: RefObject<HTMLUListElement | null>;
}

/** Rendered in small steps, so that typing is not blocked by rows that the next keystroke may remove. */
function Items({ rows, list }: ItemsProps) {
  const drawn = useDeferredValue(rows, NOT_DRAWN);
  if (drawn === NOT_DRAWN) return LOADING;
  return (
    <ul
      ref={list}
      aria-label="Items"
      onKeyDown={moveThroughRows}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised"
    >
      <Rows rows={drawn} />
    </ul>
  );
}

const Rows = memo(({ rows }: Pick<ItemsProps, "rows">) =>
  rows.map((row) => (
    <li key={row.item.id}>
      <ItemRow {...row} />
    </li>
  )),
);

const SubmitLink = () => (
  <ButtonLink variant="primary" to="/registry/submit">
    <Plus size={14} aria-hidden="true" /> Submit
  </ButtonLink>
);

/** The arrow keys move between rows, and from the first row back to the search. */
function moveThroughRows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const rows = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("[data-row]"));
  const next = rows.indexOf(document.activeElement as HTMLElement) + step;
  if (next < 0) document.querySelector<HTMLElement>("[data-page-search]")?.focus();
  else rows[Math.min(next, rows.length - 1)]?.focus();
}

function Nothing({ search }: { readonly search: RegistrySearch }) {
  const { q, harness, tag, team, type } = search;
  const narrowed = [q, harness, tag, team, type ?? ""].some((choice) => choice !== "");
  if (narrowed) {
    return (
      <EmptyState icon={PackageSearch} title="No results">
        Try fewer or different words, or another filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={PackageSearch} title="The registry is empty" command="npx tack scan" action={<SubmitLink />}>
      Register what is already installed on a machine, or submit your own item. Approved items appear here.
    </EmptyState>
  );
}

interface MoreProps {
  readonly search: RegistrySearch;
  readonly result: RegistryResult;
  readonly onOffset: (offset: number) => void;
}

function More({ search, result, onOffset }: MoreProps): ReactNode {
  if (search.status !== "approved") return null;
  const shown = search.type === undefined ? Object.values(result.totals) : [result.totals[search.type]];
  const total = shown.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return <Pagination offset={search.offset} limit={PAGE_SIZE} total={total} onChange={onOffset} />;
}
