import type { Session } from "@tackroom/contract";
import { ArrowDownWideNarrow, ChevronDown } from "lucide-react";
import { mayActAs, useUser } from "../../../api/session.js";
import { Button } from "../../../ui/actions/button.js";
import type { SearchChange } from "../../../ui/forms/address-filters.js";
import type { ComboboxOption } from "../../../ui/forms/combobox.js";
import { Input } from "../../../ui/forms/field.js";
import type { SearchParams } from "../../../ui/forms/search-text.js";
import { Menu } from "../../../ui/overlays/menu.js";
import type { Named, Names, SessionNames } from "../names.js";
import { CHOSEN, periodChange, periodOf, PERIODS, rangeOf } from "../period.js";
import { ChosenChip, FilterChip, type Chip } from "./filter-chips.js";
import { QueryField } from "./query-field.js";
import { PREFIXES, type Resolve } from "./query-words.js";
import { SORTS, sortOf } from "./session-views.js";

type AllNames = SessionNames & { readonly teams: Names };

interface ListFiltersProps {
  /** The filters that no tab stands for. */
  readonly params: SearchParams;
  readonly names: AllNames;
  /** What is shown: its projects and models are suggested. */
  readonly sessions: readonly Session[];
  readonly onChange: (change: SearchChange) => void;
}

/** The query field and a chip for each filter. All of it is in the URL. */
export function ListFilters({ params, names, sessions, onChange }: ListFiltersProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  const chips = chipsFor(names, sessions, isAdmin);
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <QueryField search={params["search"] ?? ""} resolve={resolverOf(chips)} onChange={onChange} />
      <div
        data-filters=""
        role="group"
        aria-label="Filters"
        className="relative flex min-w-0 items-center gap-2 max-md:-mx-4 max-md:max-w-[100vw] max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:has-[form]:flex-wrap max-md:has-[form]:overflow-visible md:flex-wrap"
      >
        <PeriodChip params={params} onChange={onChange} />
        {chips
          .filter(({ name, isRare }) => !isRare || params[name] !== undefined)
          .map((chip) => (
            <FilterChip
              key={chip.name}
              chip={chip}
              value={params[chip.name]}
              onChange={(value) => onChange({ [chip.name]: value })}
            />
          ))}
        {WORDED.map(({ name, value, label }) => {
          if (params[name] !== value) return null;
          const remove = (): void => onChange({ [name]: undefined });
          return (
            <ChosenChip key={`${name}-${value}`} label={label} shown="" onRemove={remove}>
              <span className="pl-2.5">{label}</span>
            </ChosenChip>
          );
        })}
        <SortChoice params={params} onChange={onChange} />
      </div>
    </div>
  );
}

/** Filters without a value to choose: off, or on. */
const WORDED = [
  { name: "has_errors", value: "true", label: "With failures" },
  { name: "tool_failed", value: "true", label: "With failed calls" },
  { name: "my_teams", value: "true", label: "My teams" },
  { name: "state", value: "recording", label: "Recording" },
  { name: "state", value: "unfinished", label: "No end recorded" },
  { name: "state", value: "final", label: "Complete" },
  { name: "subagents", value: "shown", label: "With subagents" },
] as const;

const optionsOf = (all: readonly Named[]): ComboboxOption[] => all.map(({ id, name }) => ({ id, label: name }));

const distinct = (values: readonly string[]): ComboboxOption[] =>
  [...new Set(values)].toSorted().map((value) => ({ id: value, label: value }));

function chipsFor(names: AllNames, sessions: readonly Session[], isAdmin: boolean): readonly Chip[] {
  const { people, teams, harnesses, agents } = names;
  const projects = distinct(sessions.map(({ project_name: project }) => project));
  const models = distinct(sessions.flatMap((session) => session.models));
  return [
    ...(isAdmin
      ? [
          { name: "user_id", label: "Person", options: optionsOf(people.all), isFree: false },
          { name: "team_id", label: "Team", options: optionsOf(teams.all), isFree: false, isRare: true },
        ]
      : []),
    { name: "project", label: "Project", options: projects, isFree: true },
    { name: "harness", label: "Harness", options: optionsOf(harnesses.all), isFree: false },
    { name: "agent_id", label: "Agent", options: optionsOf(agents.all), isFree: false },
    { name: "model", label: "Model", options: models, isFree: true },
    { name: "mcp_server", label: "MCP server", options: [], isFree: true, isRare: true },
    { name: "tool", label: "Tool", options: [], isFree: true, isRare: true },
    { name: "error", label: "Error", options: [], isFree: true, isRare: true },
  ];
}

/** Names are looked up where the filter needs an ID. */
function resolverOf(chips: readonly Chip[]): Resolve {
  return (prefix, name) => {
    const chip = chips.find((each) => each.name === PREFIXES[prefix]);
    const sought = name.toLowerCase();
    const known = chip?.options.find(({ id, label }) => label.toLowerCase() === sought || id.toLowerCase() === sought);
    return known?.id ?? (chip?.isFree ? name : undefined);
  };
}

interface ChoiceProps {
  readonly params: SearchParams;
  readonly onChange: (change: SearchChange) => void;
}

const ANY_TIME = "Any time";

function PeriodChip({ params, onChange }: ChoiceProps) {
  const period = periodOf(params, "");
  const label = PERIODS.find(([value]) => value === period)?.[1] ?? ANY_TIME;
  const choose = (next: string): void => onChange(periodChange(next, rangeOf(params, "", new Date()), new Date()));
  return (
    <>
      <Menu
        trigger={
          <Button className={period === "" ? "" : "border-accent/40 bg-accent-soft text-accent"}>
            {label} <ChevronDown size={14} aria-hidden="true" />
          </Button>
        }
        entries={[["", ANY_TIME] as const, ...PERIODS].map(([value, name]) => ({
          label: name,
          onSelect: () => choose(value),
        }))}
      />
      {period === CHOSEN &&
        (["from", "to"] as const).map((name) => (
          <Input
            key={name}
            type="date"
            aria-label={name === "from" ? "From" : "To"}
            className="w-36 shrink-0"
            value={params[name]?.slice(0, 10) ?? ""}
            onChange={({ target }) => onChange({ [name]: target.value || undefined })}
          />
        ))}
    </>
  );
}

function SortChoice({ params, onChange }: ChoiceProps) {
  const label = SORTS.find(([value]) => value === sortOf(params))?.[1];
  return (
    <Menu
      trigger={
        <Button variant="quiet">
          <ArrowDownWideNarrow size={14} aria-hidden="true" />
          <span className="sr-only">Sort by </span>
          {label}
        </Button>
      }
      entries={SORTS.map(([value, name]) => ({
        label: name,
        onSelect: () => onChange({ sort: value === "last_event" ? undefined : value }),
      }))}
    />
  );
}
