import type { QueryOf } from "@tackroom/contract/calls";
import { Search } from "lucide-react";
import type { AddressFilters } from "../../../ui/forms/address-filters.js";
import { Button } from "../../../ui/actions/button.js";
import { Field, Input, Select } from "../../../ui/forms/field.js";
import { useTexts } from "../../../ui/forms/form.js";
import { ActionField, ActorField, TargetField } from "./audit-suggestions.js";

type Filters = Omit<Required<QueryOf<"listAuditLog">>, "limit" | "offset" | "reads">;
type Choice = "sensitivity" | "outcome" | "source";

/** Typed by the contract's enums, so that no member can be missing. */
const CHOICES: { readonly [Name in Choice]: Readonly<Record<Filters[Name], string>> } = {
  outcome: {
    success: "Success",
    denied: "Denied",
    not_found: "Not found",
    client_error: "Client error",
    error: "Server error",
  },
  sensitivity: { low: "Low", medium: "Medium", high: "High" },
  source: { api: "API", web: "Web", cli: "Command line", system: "System" },
};

const TEXTS = {
  start_date: { label: "From", placeholder: undefined, type: "date" },
  end_date: { label: "To", placeholder: undefined, type: "date" },
  request_id: { label: "Request ID", placeholder: "Reference of an error", type: "text" },
} as const;

const LABELS: Readonly<Record<Choice, string>> = { outcome: "Outcome", sensitivity: "Sensitivity", source: "Source" };

const SUGGESTING = ["actor", "action", "resource_type"] as const;
const TEXT_NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
const CHOICE_NAMES = Object.keys(CHOICES) as Choice[];
const FOLDED = [...TEXT_NAMES, ...CHOICE_NAMES];

export const AUDIT_FILTERS: readonly (keyof Filters)[] = [...SUGGESTING, ...FOLDED];

/** Applied on click, because every query of the audit log is itself recorded. */
export function AuditFilters({ filters }: { readonly filters: AddressFilters }) {
  const empty = Object.fromEntries(AUDIT_FILTERS.map((name) => [name, ""]));
  const { values, set, bind } = useTexts<Record<string, string>>({ ...empty, ...filters.values });
  const apply = (changes: Record<string, string> = {}): void => {
    const all = { ...values, ...changes };
    filters.set(Object.fromEntries(AUDIT_FILTERS.map((name) => [name, all[name]?.trim()])));
  };
  const suggesting = (name: (typeof SUGGESTING)[number]) => ({
    text: values[name] ?? "",
    onType: (text: string) => set({ [name]: text }),
    onChoose: (text: string) => apply({ [name]: text }),
  });
  const isFiltered = AUDIT_FILTERS.some((name) => filters.values[name] !== undefined);
  return (
    <form
      role="search"
      aria-label="Audit log"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <div className="grid items-end gap-3 sm:grid-cols-3">
        <ActorField {...suggesting("actor")} />
        <ActionField {...suggesting("action")} />
        <TargetField {...suggesting("resource_type")} />
      </div>
      <MoreFilters isOpen={FOLDED.some((name) => filters.values[name] !== undefined)} bind={bind} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit">
          <Search size={14} aria-hidden="true" /> Filter
        </Button>
        {isFiltered && (
          <Button variant="quiet" onClick={filters.clear}>
            Clear filters
          </Button>
        )}
      </div>
    </form>
  );
}

interface MoreFiltersProps {
  readonly isOpen: boolean;
  readonly bind: ReturnType<typeof useTexts<Record<string, string>>>["bind"];
}

const MoreFilters = ({ isOpen, bind }: MoreFiltersProps) => (
  <details open={isOpen}>
    <summary className="text-sm text-ink-2">More filters</summary>
    <div className="mt-2 grid grid-cols-2 items-end gap-3 md:grid-cols-3">
      {TEXT_NAMES.map((name) => (
        <Field key={name} label={TEXTS[name].label}>
          {(ids) => (
            <Input
              {...ids}
              {...bind(name)}
              type={TEXTS[name].type}
              placeholder={TEXTS[name].placeholder}
              maxLength={100}
            />
          )}
        </Field>
      ))}
      {CHOICE_NAMES.map((name) => (
        <Field key={name} label={LABELS[name]}>
          {(ids) => (
            <Select {...ids} {...bind(name)}>
              <option value="">All</option>
              {Object.entries(CHOICES[name]).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
  </details>
);
