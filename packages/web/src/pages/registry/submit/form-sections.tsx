import { useEffect, useRef, type ReactNode } from "react";
import { Section } from "../../../ui/layout/card.js";
import { FieldControl } from "./field-control.js";
import { isShown, keyOf, type FormSection } from "./field-view.js";
import type { JsonSchema } from "@tackroom/contract/schema-problems";
import type { ItemForm } from "./use-item-form.js";

interface FormSectionsProps {
  readonly form: ItemForm;
  readonly schema: JsonSchema;
  readonly sections: readonly FormSection[];
  readonly onSubmit: () => void;
  /** The buttons and the server's error. */
  readonly children: ReactNode;
}

/** The fields with their headings. After a failed attempt, the first field with an error is focused. */
export function FormSections({ form, schema, sections, onSubmit, children }: FormSectionsProps) {
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.refusals === 0) return;
    const first = place.current?.querySelector<HTMLElement>("[aria-invalid], [data-invalid]");
    first?.closest("details")?.setAttribute("open", "");
    first?.focus();
  }, [form.refusals]);
  return (
    <form
      ref={place}
      noValidate
      className="flex flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {sections.map((section) => (
        <OneSection key={section.title} {...{ form, schema, section }} />
      ))}
      {children}
    </form>
  );
}

type OneSectionProps = Pick<FormSectionsProps, "form" | "schema"> & { readonly section: FormSection };

function OneSection({ form, schema, section }: OneSectionProps) {
  const fields = section.fields.filter((field) => isShown(field, form.values));
  if (fields.length === 0) return null;
  const body = (
    <div className="flex flex-col gap-4">
      {section.intro !== undefined && <p className="max-w-prose text-muted">{section.intro}</p>}
      {fields.map((field) => (
        <FieldControl key={keyOf(field)} {...{ form, schema, field }} />
      ))}
    </div>
  );
  if (!section.rare) return <Section title={section.title}>{body}</Section>;
  return (
    <details className="rounded-lg border border-line px-4 py-2 open:pb-4">
      <summary className="py-1 text-lg font-semibold">{section.title}</summary>
      <div className="pt-2">{body}</div>
    </details>
  );
}
