import { Search } from "lucide-react";
import type { KeyboardEvent } from "react";
import { ITEM_TYPES, KIND_WORDS, type ItemType } from "../../api/kinds.js";
import { useCall } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { Input, Select } from "../../ui/forms/field.js";
import { KeyboardHint } from "../../ui/actions/keyboard.js";
import { HarnessChoice, TagChoice } from "./choices.js";
import { STATUSES, type RegistrySearch, type StatusChoice } from "./registry-search.js";

const STATUS_WORDS: Readonly<Record<StatusChoice, string>> = {
  approved: "Approved",
  mine: "Mine (any status)",
  draft: "My drafts",
  pending: "Mine (in review)",
  rejected: "Mine (rejected)",
  archived: "Mine (archived)",
};

interface FiltersProps {
  readonly search: RegistrySearch;
  readonly totals: Readonly<Partial<Record<ItemType, number>>>;
  /** The available choices besides the selected one. */
  readonly tags: readonly string[];
  readonly onChange: (changes: Partial<RegistrySearch>) => void;
  /** Moves the focus from the field to the list. */
  readonly onArrowDown: () => void;
}

export function RegistryFilters({ search, totals, tags, onChange, onArrowDown }: FiltersProps) {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    onArrowDown();
  };
  return (
    <div role="search" aria-label="Registry" className="flex flex-col gap-3">
      <div className="relative">
        <Search size={16} aria-hidden="true" className="absolute top-3 left-3 text-muted" />
        <Input
          data-page-search=""
          type="search"
          aria-label="Search items"
          placeholder="Search by name or description"
          value={search.q}
          maxLength={500}
          onChange={(event) => onChange({ q: event.target.value })}
          onKeyDown={press}
          className="h-10 pl-9"
        />
        <span aria-hidden="true" className="absolute top-2 right-3 hidden text-sm text-muted sm:inline">
          {search.q === "" && (
            <>
              <KeyboardHint>/</KeyboardHint> <KeyboardHint>↓</KeyboardHint> <KeyboardHint>Enter</KeyboardHint>
            </>
          )}
        </span>
      </div>
      <KindButtons search={search} totals={totals} onChange={onChange} />
      <Narrowing search={search} tags={tags} onChange={onChange} />
    </div>
  );
}

function KindButtons({ search, totals, onChange }: Pick<FiltersProps, "search" | "totals" | "onChange">) {
  const all = Object.values(totals).reduce((sum, each) => sum + (each ?? 0), 0);
  const choices = [
    { type: undefined, label: "All", total: all },
    ...ITEM_TYPES.map((type) => ({ type, label: KIND_WORDS[type].many, total: totals[type] })),
  ];
  return (
    <div role="group" aria-label="Kind" className="flex flex-wrap gap-1.5">
      {choices.map(({ type, label, total }) => (
        <Button
          key={label}
          size="small"
          aria-pressed={search.type === type}
          className="rounded-full aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onChange({ type })}
        >
          {label} <span className="min-w-3 tabular-nums">{total ?? ""}</span>
        </Button>
      ))}
    </div>
  );
}

function Narrowing({ search, tags, onChange }: Pick<FiltersProps, "search" | "tags" | "onChange">) {
  const teams = useCall("listMyTeams").data ?? [];
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <Select
        aria-label="Status"
        className="sm:w-auto"
        value={search.status}
        onChange={(event) => onChange({ status: event.target.value as StatusChoice })}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_WORDS[status]}
          </option>
        ))}
      </Select>
      <HarnessChoice value={search.harness} onChoose={(harness) => onChange({ harness })} />
      <TagChoice tags={tags} value={search.tag} onChoose={(tag) => onChange({ tag })} />
      {teams.length > 0 && search.status === "approved" && (
        <Select
          aria-label="Team"
          className="sm:w-auto sm:max-w-48"
          value={search.team}
          onChange={(event) => onChange({ team: event.target.value })}
        >
          <option value="">Any team</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
