import type { ReactNode } from "react";
import { ChoiceBox } from "../../ui/forms/choice-box.js";
import { Field } from "../../ui/forms/field.js";
import type { Named } from "./names.js";

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
  const offered = [
    { id: "", label: any },
    ...(isKnown ? [] : [{ id: value, label: value }]),
    ...options.map(({ id, name }) => ({ id, label: name })),
  ];
  return (
    <Field label={label}>
      {(ids) => (
        <ChoiceBox
          ids={ids}
          listLabel={label}
          value={value}
          options={offered}
          onChoose={(chosen) => onChange(chosen || undefined)}
        />
      )}
    </Field>
  );
}

export const FilterRow = ({ children }: { readonly children: ReactNode }) => (
  <div role="group" aria-label="Filters" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
    {children}
  </div>
);
