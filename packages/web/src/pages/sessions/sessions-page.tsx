import { useQueryClient } from "@tanstack/react-query";
import type { QueryOf } from "@tackroom/contract/calls";
import { ScrollText } from "lucide-react";
import { useEffect, useState } from "react";
import { ASKED_EVERY_MS, useSessionUpdates } from "../../api/live.js";
import { useList } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { Button } from "../../ui/actions/button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Checkbox, Field, Input } from "../../ui/forms/field.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Page } from "../../ui/layout/page.js";
import { Pagination } from "../../ui/data/pagination.js";
import { useAddressFilters, type SearchChange } from "../../ui/forms/address-filters.js";
import type { SearchParams } from "../../ui/forms/search-text.js";
import { Choice, FilterRow, PeriodFields } from "./filter-fields.js";
import { LiveBadge } from "./live-badge.js";
import { useSessionNames, type SessionNames } from "./names.js";
import { PERIOD_NAMES, rangeOf } from "./period.js";
import { SessionTable } from "./session-table.js";

const LIMIT = 50;
const TEXT_FILTERS = ["search", "harness", "agent_id", "project", "user_id", "model"] as const;
const NAMES = [...TEXT_FILTERS, "has_errors", ...PERIOD_NAMES];

/** The filters in the URL as query parameters of the endpoint. */
function queryOf(params: SearchParams, offset: number): Partial<QueryOf<"listSessions">> {
  const texts = Object.fromEntries(TEXT_FILTERS.flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
  return {
    ...texts,
    ...rangeOf(params, "", new Date()),
    ...(params["has_errors"] === "true" ? { has_errors: true } : {}),
    limit: LIMIT,
    offset,
  };
}

/** Sessions in real time, latest event first. */
export function SessionsPage() {
  const { values: params, offset, set, clear, turnTo } = useAddressFilters(NAMES);
  const queries = useQueryClient();
  const live = useSessionUpdates(() => void queries.invalidateQueries({ queryKey: ["listSessions"] }));
  const query = queryOf(params, offset);
  const sessions = useList(
    "listSessions",
    { query },
    { keepsPrevious: true, ...(live ? {} : { refetchEveryMs: ASKED_EVERY_MS }) },
  );
  const names = useSessionNames();
  const isFiltered = Object.keys(params).length > 0;
  return (
    <Page title="Sessions" intro="Sessions of your agents, recorded in real time." actions={<LiveBadge live={live} />}>
      <Filters params={params} names={names} onChange={set} />
      <Loaded query={sessions} waits={!names.settled}>
        {({ items, total }) =>
          items.length === 0 ? (
            <NoSessions isFiltered={isFiltered} onClear={clear} />
          ) : (
            <>
              <SessionTable sessions={items} names={names} />
              <Pagination offset={offset} limit={LIMIT} total={total} onChange={turnTo} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

interface FiltersProps {
  readonly params: SearchParams;
  readonly names: SessionNames;
  readonly onChange: (change: SearchChange) => void;
}

function Filters({ params, names, onChange }: FiltersProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  const choice = (name: string) => ({
    value: params[name],
    onChange: (value: string | undefined) => onChange({ [name]: value }),
  });
  return (
    <div className="flex flex-col gap-3">
      <FilterRow>
        <Typed label="Search" isPageSearch {...choice("search")} />
        <Choice label="Harness" any="Any harness" options={names.harnesses.all} {...choice("harness")} />
        <Choice label="Agent" any="Any agent" options={names.agents.all} {...choice("agent_id")} />
        {isAdmin && <Choice label="User" any="All users" options={names.people.all} {...choice("user_id")} />}
        <Typed label="Project" {...choice("project")} />
        <PeriodFields params={params} otherwise="" onChange={onChange} />
      </FilterRow>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Checkbox
          label="Only with failed tool calls"
          checked={params["has_errors"] === "true"}
          onChange={({ target }) => onChange({ has_errors: target.checked ? "true" : undefined })}
        />
        {params["model"] !== undefined && (
          <Button size="small" onClick={() => onChange({ model: undefined })}>
            Model {params["model"]} <span aria-hidden="true">×</span>
            <span className="sr-only">: remove this filter</span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** Debounced, so that not every keystroke sends a request. */
const SETTLED_AFTER_MS = 300;

interface TypedProps {
  readonly label: string;
  /** Focused by the slash key. */
  readonly isPageSearch?: boolean;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function Typed({ label, isPageSearch = false, value = "", onChange }: TypedProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => onChange(typed || undefined), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Field label={label}>
      {(ids) => (
        <Input
          {...ids}
          type="search"
          maxLength={200}
          value={typed}
          data-page-search={isPageSearch || undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </Field>
  );
}

function NoSessions({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState icon={ScrollText} title="No matching sessions" action={<Button onClick={onClear}>Show all</Button>}>
        Remove a filter, or choose a longer period.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title="No sessions yet" command={`npx tack login --server ${window.location.origin}`}>
      Sign in on the machine where your coding agent runs. Its sessions then appear here in real time.
    </EmptyState>
  );
}
