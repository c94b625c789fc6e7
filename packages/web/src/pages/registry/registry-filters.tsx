import { Search } from "lucide-react";
import type { KeyboardEvent } from "react";
import { ITEM_TYPES, KIND_WORDS, type ItemType } from "../../api/kinds.js";
import { KeyboardHint } from "../../ui/actions/keyboard.js";
import { Input, Select } from "../../ui/forms/field.js";
import { Segmented, type Segment } from "../../ui/forms/segmented.js";
import { SORTS, STATUSES, type RegistrySearch, type StatusChoice } from "./registry-search.js";

const STATUS_WORDS: Readonly<Record<StatusChoice, string>> = {
  approved: "Approved",
  mine: "Mine (any status)",
  draft: "My drafts",
  pending: "Mine (in review)",
  rejected: "Mine (rejected)",
  archived: "Mine (archived)",
};

const SORT_WORDS: Readonly<Record<(typeof SORTS)[number], string>> = {
  relevance: "Best match",
  installs: "Most installed",
  rating: "Best rated",
  updated: "Last changed",
  name: "Name",
};

interface FiltersProps {
  readonly search: RegistrySearch;
  readonly totals: Readonly<Partial<Record<ItemType, number>>>;
  readonly onChange: (changes: Partial<RegistrySearch>) => void;
  /** Moves the focus from the field to the list. */
  readonly onArrowDown: () => void;
}

/** What is searched for, in which order, and of which kind. */
export function RegistryFilters({ search, totals, onChange, onArrowDown }: FiltersProps) {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    onArrowDown();
  };
  return (
    <div role="search" aria-label="Registry" className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="relative min-w-0 grow basis-full sm:basis-80">
          <Search size={16} aria-hidden="true" className="absolute top-3 left-3 text-muted" />
          <Input
            data-page-search=""
            type="search"
            aria-label="Search items"
            placeholder="What should your agent be able to do?"
            value={search.q}
            maxLength={500}
            onChange={(event) => onChange({ q: event.target.value })}
            onKeyDown={press}
            className="h-9.5 pl-9 md:h-9.5"
          />
          <span aria-hidden="true" className="absolute top-2 right-3 hidden text-sm text-muted sm:inline">
            {search.q === "" && <KeyboardHint>/</KeyboardHint>}
          </span>
        </div>
        <SortChoice search={search} onChange={onChange} />
        <Select
          aria-label="Status"
          className="min-w-0 grow md:h-9.5 sm:w-auto sm:grow-0"
          value={search.status}
          onChange={(event) => onChange({ status: event.target.value as StatusChoice })}
        >
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {STATUS_WORDS[status]}
            </option>
          ))}
        </Select>
      </div>
      <KindButtons search={search} totals={totals} onChange={onChange} />
    </div>
  );
}

/** One's own items are always sorted by their last change. */
function SortChoice({ search, onChange }: Pick<FiltersProps, "search" | "onChange">) {
  const isOwn = search.status !== "approved";
  const usual = search.q.trim() === "" ? "installs" : "relevance";
  const offered = SORTS.filter((sort) => sort !== "relevance" || usual === "relevance");
  return (
    <Select
      aria-label="Sort"
      className="min-w-0 grow md:h-9.5 sm:w-auto sm:grow-0"
      disabled={isOwn}
      value={isOwn ? "updated" : (offered.find((sort) => sort === search.sort) ?? usual)}
      onChange={({ target }) => onChange({ sort: SORTS.find((sort) => sort === target.value && sort !== usual) })}
    >
      {offered.map((sort) => (
        <option key={sort} value={sort}>
          {SORT_WORDS[sort]}
        </option>
      ))}
    </Select>
  );
}

function KindButtons({ search, totals, onChange }: Pick<FiltersProps, "search" | "totals" | "onChange">) {
  const counts = Object.values(totals);
  const segments: readonly Segment<ItemType | undefined>[] = [
    { value: undefined, label: "All", count: counts.length === 0 ? undefined : counts.reduce((a, b) => a + b, 0) },
    ...ITEM_TYPES.map((type) => {
      const { many, icon } = KIND_WORDS[type];
      return { value: type, label: many, icon, count: totals[type] };
    }),
  ];
  return <Segmented label="Kind" segments={segments} value={search.type} onChange={(type) => onChange({ type })} />;
}
