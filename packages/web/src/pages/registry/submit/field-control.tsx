import type { ReactNode } from "react";
import { Checkbox, Field, Input, Select, TextArea, type FieldIds } from "../../../ui/forms/field.js";
import { Markdown } from "../../../ui/text/markdown.js";
import { keyOf, type Control, type FieldView } from "./field-view.js";
import { textOf } from "./form-values.js";
import { HarnessBoxes, TeamChoice } from "./pickers.js";
import { RepositoryField } from "./repository-field.js";
import { RowsControl } from "./rows-control.js";
import { fieldSchema, isRequired } from "./schemas.js";
import type { JsonSchema } from "@tackroom/contract/schema-problems";
import type { ItemForm } from "./use-item-form.js";

interface FieldControlProps {
  readonly form: Pick<ItemForm, "values" | "set" | "leave" | "problemAt">;
  readonly schema: JsonSchema;
  readonly field: FieldView;
  /** The prefix of the row: `headers[0].` */
  readonly prefix?: string;
}

/** A field with its control, as described by its view and limited by its schema. */
export function FieldControl({ form, schema, field, prefix = "" }: FieldControlProps) {
  const key = keyOf(field);
  const path = prefix + key;
  const value = form.values[key];
  const problem = form.problemAt(path);
  const set = (next: unknown): void => form.set({ [key]: next });
  const leave = (): void => form.leave(path);
  const own = fieldSchema(schema, field);
  const { control } = field;
  const label = <FieldLabel field={field} required={isRequired(schema, field, form.values)} />;
  switch (control.kind) {
    case "own":
      return control.show({
        value,
        onChange: set,
        onLeave: leave,
        onLeavePart: (part) => form.leave(path + part),
        problem,
        problemAt: (part) => form.problemAt(path + part),
      });
    case "rows":
      return <RowsControl form={form} schema={own} field={field} control={control} cell={FieldControl} />;
    case "repository":
      return <RepositoryField {...{ form, field, label, problem }} onLeave={leave} />;
    case "harnesses":
      return <HarnessBoxes field={field} value={value} onChange={set} problem={problem} />;
    case "check":
      return <Checkbox label={field.label} checked={value === true} onChange={(event) => set(event.target.checked)} />;
    default:
      return (
        <Field label={label} {...hintOf(field)} problem={problem} className={WIDTHS[control.kind] ?? ""}>
          {(ids) => <TextControl {...{ ids, field, control, own, value: textOf(value), set, leave }} />}
        </Field>
      );
  }
}

/** Multi-line texts and code get more room than single words. */
const WIDTHS: Readonly<Partial<Record<Control["kind"], string>>> = {
  text: "max-w-2xl",
  number: "max-w-2xl",
  choice: "max-w-2xl",
  team: "max-w-2xl",
  lines: "max-w-2xl",
  json: "max-w-2xl",
};

const hintOf = ({ hint }: FieldView) => (hint === undefined ? {} : { hint });

/** Marks optional fields, since most fields are optional. */
const FieldLabel = ({ field, required }: { readonly field: FieldView; readonly required: boolean }): ReactNode => (
  <>
    {field.label}
    {!required && field.control.kind !== "choice" && <span className="font-normal text-muted"> (optional)</span>}
  </>
);

interface TextControlProps {
  readonly ids: FieldIds;
  readonly field: FieldView;
  readonly control: Exclude<Control, { readonly kind: "rows" | "own" | "check" | "harnesses" | "repository" }>;
  readonly own: JsonSchema;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly leave: () => void;
}

/** A value that is typed or selected as a single text. */
function TextControl({ ids, field, control, own, value, set, leave }: TextControlProps) {
  const bound = {
    ...ids,
    name: keyOf(field),
    value,
    placeholder: field.example,
    onBlur: leave,
    onChange: (event: { readonly target: { readonly value: string } }) => set(event.target.value),
  };
  const mono = "mono" in control && control.mono ? "font-mono text-sm" : undefined;
  switch (control.kind) {
    case "choice":
      return (
        <Select {...ids} name={keyOf(field)} value={value} onBlur={leave} onChange={bound.onChange}>
          <Options control={control} choices={own.enum ?? []} chosen={value} />
        </Select>
      );
    case "team":
      return <TeamChoice {...ids} name={keyOf(field)} value={value} onBlur={leave} onChoose={set} />;
    case "long":
      return (
        <WithPreview of={field.label} text={control.markdown ? value : ""}>
          <TextArea {...bound} rows={control.rows ?? 4} className={mono} spellCheck={mono === undefined} />
        </WithPreview>
      );
    case "lines":
      return <TextArea {...bound} rows={control.rows ?? 3} className={mono} spellCheck={mono === undefined} />;
    case "json":
      return <TextArea {...bound} rows={4} className="font-mono text-sm" spellCheck={false} />;
    case "number":
      return <Input {...bound} inputMode="numeric" autoComplete="off" className="max-w-40" />;
    default:
      return <Input {...bound} autoComplete="off" className={mono} />;
  }
}

interface OptionsProps {
  readonly control: Extract<Control, { readonly kind: "choice" }>;
  readonly choices: readonly unknown[];
  readonly chosen: string;
}

function Options({ control: { none, words, without }, choices, chosen }: OptionsProps) {
  const offered = choices.map(String).filter((choice) => choice === chosen || !without?.includes(choice));
  return (
    <>
      {(none !== undefined || chosen === "") && <option value="">{none ?? "Choose…"}</option>}
      {offered.map((choice) => (
        <option key={choice} value={choice}>
          {words?.[choice] ?? choice}
        </option>
      ))}
    </>
  );
}

interface WithPreviewProps {
  readonly of: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A preview of the text, next to it if there is room. */
function WithPreview({ of, text, children }: WithPreviewProps) {
  if (text.trim() === "") return children;
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {children}
      <section
        aria-label={`Preview of ${of}`}
        tabIndex={0}
        className="max-h-96 min-w-0 overflow-y-auto rounded-md border border-dashed border-line px-3 py-2"
      >
        <p className="mb-1 text-xs font-medium text-muted uppercase">Preview</p>
        <Markdown text={text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "")} />
      </section>
    </div>
  );
}
