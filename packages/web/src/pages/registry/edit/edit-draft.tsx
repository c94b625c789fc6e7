import { schemaProblems } from "@tackroom/contract/schema-problems";
import { useMemo } from "react";
import type { ItemDetail } from "../../../api/kinds.js";
import { useAction } from "../../../api/queries.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Section } from "../../../ui/layout/card.js";
import { SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { fieldsOf } from "../submit/field-view.js";
import { FormButtons } from "../submit/form-buttons.js";
import { KindForm } from "../submit/kind-form.js";
import { readValues, writePayload, type Written } from "../submit/form-values.js";
import { LeaveGuard } from "../../../ui/overlays/leave-guard.js";
import { schemaOf } from "../submit/schemas.js";
import { useItemForm } from "../submit/use-item-form.js";
import { checkFor, useArrival, useAttempt } from "../submit/use-submission.js";
import { draftChanges } from "./changes.js";
import { draftSections } from "./edit-sections.js";
import type { Editor } from "./editor.js";
import { withLocalTime } from "./lock-words.js";
import { useEditLock } from "./use-edit-lock.js";

const SAVED: Readonly<Record<string, string>> = {
  draft: "Draft saved. It is visible only to you until you submit it.",
  rejected: "Changes saved. Submit it again when it is ready.",
  pending: "Changes saved. It is waiting for review.",
};

interface EditDraftProps {
  readonly editor: Editor;
  readonly item: ItemDetail;
  readonly status: string;
  /** A version after an approved one: the item keeps its name. */
  readonly isFurther?: boolean;
}

/** Edits an unapproved item, and locks it for others. */
export function EditDraft(props: EditDraftProps) {
  const lock = useEditLock(props.editor.type, props.item.id);
  if (lock.problem) return <ErrorBox problem={withLocalTime(lock.problem)} onRetry={lock.retry} />;
  return lock.held ? <DraftForm {...props} /> : <SkeletonRows />;
}

function useDraftForm({ editor, item, isFurther = false }: EditDraftProps) {
  const { type } = editor;
  const { sections, fields, initial, before, check } = useMemo(() => {
    const all = draftSections(type, editor.sectionsFor(item));
    const shown = isFurther
      ? all.map((section) => ({ ...section, fields: section.fields.filter(({ name }) => name !== "name") }))
      : all;
    const values = readValues(fieldsOf(shown), item as object as Record<string, unknown>);
    const whole = checkFor(type, "submitItem");
    return {
      sections: shown,
      fields: fieldsOf(shown),
      initial: values,
      before: writePayload(fieldsOf(shown), values).payload,
      check: ({ payload, problems }: Written) =>
        whole({ payload: isFurther ? { name: item.name, ...payload } : payload, problems }),
    };
  }, [editor, type, item, isFurther]);
  const form = useItemForm({ type, fields, initial, check });
  const changesIn = ({ payload }: Written) => draftChanges(type, { fields, before, after: payload });
  return { sections, form, check, changesIn };
}

function DraftForm(props: EditDraftProps) {
  const { item, status } = props;
  const { type, Frame } = props.editor;
  const { sections, form, check, changesIn } = useDraftForm(props);
  const update = useAction(`${type}.updateDraft`);
  const submitDraft = useAction(`${type}.submitDraft`);
  const arrive = useArrival(type, form);
  const { busy, problem, attempt } = useAttempt(form);
  const params = { id: item.id };
  const send = async () => {
    const { body } = changesIn(form.written);
    return Object.keys(body).length === 0 ? item : update.mutateAsync({ params, body });
  };
  const save = () =>
    attempt(
      (written) => {
        const { body, problems } = changesIn(written);
        return [...problems, ...schemaProblems(schemaOf(type, "updateDraft"), body)];
      },
      async () => arrive(await send(), SAVED[status] ?? "Saved."),
    );
  const submit = () =>
    attempt(
      (written) => [...changesIn(written).problems, ...check(written)],
      async () => {
        await send();
        const sent = await submitDraft.mutateAsync({ params });
        await arrive(sent, `${sent.name} is waiting for review. Once approved, it appears in the registry.`);
      },
    );
  const waits = status === "pending";
  return (
    <>
      {item.rejection_reason !== null && status === "rejected" && (
        <Section title="Rejection reason" className="rounded-lg border border-bad bg-bad-soft p-4">
          <p dir="auto">{item.rejection_reason}</p>
        </Section>
      )}
      <Frame item={item} form={form}>
        <KindForm
          type={type}
          form={form}
          schema={schemaOf(type, "submitItem")}
          sections={sections}
          onSubmit={() => void (waits ? save() : submit())}
        >
          <FormButtons
            busy={busy}
            problem={problem}
            action={waits ? "Save changes" : "Submit for review"}
            {...(waits ? {} : { onSaveDraft: () => void save(), draftAction: "Save" })}
            hint={waits ? "It is waiting for review and returns to the queue when you leave this page." : undefined}
          />
        </KindForm>
      </Frame>
      <LeaveGuard hasUnsaved={form.hasUnsaved} />
    </>
  );
}
