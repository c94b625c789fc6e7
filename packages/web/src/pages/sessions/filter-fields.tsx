import type { ReactNode } from "react";
import { Field, Input, Select } from "../../ui/forms/field.js";
import type { SearchChange } from "../../ui/forms/address-filters.js";
import type { SearchParams } from "../../ui/forms/search-text.js";
import type { Named } from "./names.js";
import { CHOSEN, periodChange, periodOf, PERIODS, rangeOf } from "./period.js";

interface ChoiceProps {
  readonly label: string;
  /** The label of an empty selection. */
  readonly any: string;
  readonly options: readonly Named[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A selection with an empty option. The value in the URL is offered even if its name is unknown. */
export function Choice({ label, any, options, value = "", onChange }: ChoiceProps) {
  const isKnown = value === "" || options.some(({ id }) => id === value);
  return (
    <Field label={label}>
      {(ids) => (
        <Select {...ids} value={value} onChange={({ target }) => onChange(target.value || undefined)}>
          <option value="">{any}</option>
          {!isKnown && <option value={value}>{value}</option>}
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface PeriodFieldsProps {
  readonly params: SearchParams;
  /** The default if the URL contains no period. */
  readonly otherwise: string;
  readonly onChange: (change: SearchChange) => void;
}

export function PeriodFields({ params, otherwise, onChange }: PeriodFieldsProps) {
  const period = periodOf(params, otherwise);
  const choose = (next: string): void =>
    onChange(periodChange(next, rangeOf(params, otherwise, new Date()), new Date()));
  return (
    <>
      <Field label="Period">
        {(ids) => (
          <Select {...ids} value={period} onChange={({ target }) => choose(target.value)}>
            {otherwise === "" && <option value="">Any time</option>}
            {PERIODS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {period === CHOSEN &&
        (["from", "to"] as const).map((name) => (
          <Field key={name} label={name === "from" ? "From" : "To"}>
            {(ids) => (
              <Input
                {...ids}
                type="date"
                value={params[name]?.slice(0, 10) ?? ""}
                onChange={({ target }) => onChange({ [name]: target.value || undefined, offset: undefined })}
              />
            )}
          </Field>
        ))}
    </>
  );
}

export const FilterRow = ({ children }: { readonly children: ReactNode }) => (
  <div role="group" aria-label="Filters" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
    {children}
  </div>
);
