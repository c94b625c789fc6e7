import type { QueryOf } from "@tackroom/contract/calls";
import { Search } from "lucide-react";
import type { AddressFilters } from "../../ui/forms/address-filters.js";
import { Button } from "../../ui/actions/button.js";
import { Field, Input, Select } from "../../ui/forms/field.js";
import { useTexts } from "../../ui/forms/form.js";

type Filters = Omit<Required<QueryOf<"listAuditLog">>, "limit" | "offset">;
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
  actor: { label: "User", placeholder: "Email or ID", type: "text" },
  action: { label: "Action", placeholder: "user.set_role", type: "text" },
  resource_type: { label: "Resource type", placeholder: "user", type: "text" },
  request_id: { label: "Request ID", placeholder: "Reference of an error", type: "text" },
  start_date: { label: "From", placeholder: undefined, type: "date" },
  end_date: { label: "To", placeholder: undefined, type: "date" },
} as const;

const LABELS: Readonly<Record<Choice, string>> = { outcome: "Outcome", sensitivity: "Sensitivity", source: "Source" };

const TEXT_NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
const CHOICE_NAMES = Object.keys(CHOICES) as Choice[];

export const AUDIT_FILTERS: readonly (keyof Filters)[] = [...TEXT_NAMES, ...CHOICE_NAMES];

/** Applied on click, because every query of the audit log is itself recorded. */
export function AuditFilters({ filters }: { readonly filters: AddressFilters }) {
  const empty = Object.fromEntries(AUDIT_FILTERS.map((name) => [name, ""]));
  const { values, bind } = useTexts<Record<string, string>>({ ...empty, ...filters.values });
  return (
    <form
      role="search"
      aria-label="Audit log"
      className="grid grid-cols-2 items-end gap-3 md:grid-cols-4"
      onSubmit={(event) => {
        event.preventDefault();
        filters.set(Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])));
      }}
    >
      {TEXT_NAMES.map((name) => (
        <Field key={name} label={TEXTS[name].label}>
          {(ids) => (
            <Input
              {...ids}
              {...bind(name)}
              type={TEXTS[name].type}
              placeholder={TEXTS[name].placeholder}
              maxLength={254}
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
      <div className="col-span-full flex flex-wrap gap-2">
        <Button type="submit">
          <Search size={14} aria-hidden="true" /> Filter
        </Button>
        {Object.keys(filters.values).length > 0 && (
          <Button variant="quiet" onClick={filters.clear}>
            Clear filters
          </Button>
        )}
      </div>
    </form>
  );
}
