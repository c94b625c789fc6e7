import { PackageSearch, Plus } from "lucide-react";
import { memo, useDeferredValue, useRef, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { ButtonLink } from "../../ui/actions/button.js";
import { exactNumber } from "../../ui/data/figures.js";
import { Pagination } from "../../ui/data/pagination.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Page } from "../../ui/layout/page.js";
import { Elsewhere } from "./elsewhere.js";
import { FacetList } from "./facet-list.js";
import { ItemRow } from "./item-row.js";
import { NoMatch } from "./no-match.js";
import { RegistryFilters } from "./registry-filters.js";
import type { RegistryRow } from "./registry-rows.js";
import { chosenFacets, NO_FACETS, type RegistrySearch } from "./registry-search.js";
import { PAGE_SIZE, useRegistry, useRegistrySearch, type RegistryResult } from "./use-registry.js";
import { useRegistryKeys } from "./use-registry-keys.js";
import { tackCommand } from "../../ui/text/tack-command.js";

/** Whether there is something for a purpose, whether it is good, and whether others use it. */
export function RegistryPage() {
  const [search, change] = useRegistrySearch();
  const result = useRegistry(search);
  const list = useRef<HTMLUListElement>(null);
  useRegistryKeys({ list, rows: result.rows, harness: search.harness, onType: (type) => change({ type }) });
  const isApproved = search.status === "approved";
  return (
    <Page
      title="Registry"
      intro="MCP servers, agents, skills, hooks, prompts and sandboxes that you can install."
      actions={<SubmitLink />}
      className="max-w-[87.5rem]"
    >
      <RegistryFilters
        search={search}
        totals={result.totals}
        onChange={change}
        onArrowDown={() => list.current?.querySelector<HTMLElement>("[data-row]")?.focus()}
      />
      <div className={isApproved ? "grid gap-x-6 gap-y-3 lg:grid-cols-[11.5rem_minmax(0,1fr)]" : ""}>
        {isApproved && (
          <FacetList search={search} facets={result.facets} isCapped={result.isCapped} onChange={change} />
        )}
        <div className="flex min-w-0 flex-col gap-3">
          <Summary search={search} total={result.total} onClear={() => change({ ...NO_FACETS, type: undefined })} />
          {result.problem && <ErrorBox problem={result.problem} onRetry={result.retry} />}
          <Results search={search} result={result} list={list} onChange={change} />
          {isApproved && search.q.trim() !== "" && !result.loading && <Elsewhere key={search.q} text={search.q} />}
        </div>
      </div>
    </Page>
  );
}

interface SummaryProps {
  readonly search: RegistrySearch;
  readonly total: number | undefined;
  readonly onClear: () => void;
}

function Summary({ search, total, onClear }: SummaryProps) {
  const isNarrowed = search.type !== undefined || Object.keys(chosenFacets(search)).length > 0;
  return (
    <p className="flex min-h-5 gap-2 text-sm text-muted">
      <span role="status">{total !== undefined && `${exactNumber(total)} ${total === 1 ? "item" : "items"}`}</span>
      {isNarrowed && (
        <button type="button" className="text-accent underline underline-offset-2" onClick={onClear}>
          Clear filters
        </button>
      )}
    </p>
  );
}

interface ResultsProps {
  readonly search: RegistrySearch;
  readonly result: RegistryResult;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly onChange: (changes: Partial<RegistrySearch>) => void;
}

function Results({ search, result, list, onChange }: ResultsProps): ReactNode {
  if (result.loading) return LOADING;
  if (result.rows.length === 0) {
    if (result.problem) return null;
    return isAll(search) ? <Empty /> : <NoMatch search={search} onChange={onChange} />;
  }
  return (
    <>
      <Items rows={result.rows} list={list} />
      {search.status === "approved" && (
        <Pagination
          offset={search.offset}
          limit={PAGE_SIZE}
          total={result.total ?? 0}
          onChange={(offset) => onChange({ offset })}
        />
      )}
    </>
  );
}

const isAll = (search: RegistrySearch): boolean =>
  search.q === "" && search.type === undefined && Object.keys(chosenFacets(search)).length === 0 && search.offset === 0;

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

const Empty = () => (
  <EmptyState icon={PackageSearch} title="The registry is empty" command={tackCommand("scan")} action={<SubmitLink />}>
    Register what is already installed on a machine, or submit your own item. Approved items appear here.
  </EmptyState>
);
