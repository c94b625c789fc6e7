import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/actions/button.js";
import { keyOf, type Control, type FieldView, type Values } from "./field-view.js";
import { newRow } from "./form-values.js";
import type { JsonSchema } from "@tackroom/contract/schema-problems";
import type { ItemForm } from "./use-item-form.js";

type RowForm = Pick<ItemForm, "values" | "set" | "leave" | "problemAt">;

export interface CellProps {
  readonly form: RowForm;
  readonly schema: JsonSchema;
  readonly field: FieldView;
  readonly prefix: string;
}

interface RowsControlProps {
  readonly form: RowForm;
  /** Of the list. */
  readonly schema: JsonSchema;
  readonly cell: (props: CellProps) => ReactNode;
  readonly field: FieldView;
  readonly control: Extract<Control, { readonly kind: "rows" }>;
}

/** A list of objects, one box each, to be added and removed. */
export function RowsControl({ form, schema, field, control, cell: Cell }: RowsControlProps) {
  const key = keyOf(field);
  const rows = (form.values[key] ?? []) as readonly Values[];
  const problem = form.problemAt(key);
  const put = (next: readonly Values[]): void => form.set({ [key]: next });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">
        {field.label}
        <span className="font-normal text-muted"> (optional)</span>
      </legend>
      {field.hint !== undefined && <p className="text-sm text-muted">{field.hint}</p>}
      {rows.map((row, place) => (
        <div
          key={place}
          role="group"
          aria-label={`${control.one} ${place + 1}`}
          className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3"
        >
          <div className="grid min-w-0 grow items-start gap-3 sm:grid-cols-2">
            {control.cells.map((cell) => (
              <Cell
                key={cell.name}
                field={cell}
                schema={schema.items ?? {}}
                prefix={`${key}[${place}].`}
                form={{
                  ...form,
                  values: row,
                  set: (changes) => put(rows.map((each, at) => (at === place ? { ...each, ...changes } : each))),
                }}
              />
            ))}
          </div>
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Remove ${control.one} ${place + 1}`}
            onClick={() => put(rows.filter((_, at) => at !== place))}
          >
            <Trash2 size={14} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {problem !== undefined && <p className="text-sm text-bad">{problem}</p>}
      <Button size="small" className="self-start" onClick={() => put([...rows, newRow(control.cells)])}>
        <Plus size={14} aria-hidden="true" /> Add {control.one}
      </Button>
    </fieldset>
  );
}
