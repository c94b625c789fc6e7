import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { isItemType, KIND_WORDS } from "../../../api/kinds.js";
import { NotFound } from "../../../shell/failures.js";
import { Page } from "../../../ui/layout/page.js";
import { fieldsOf } from "./field-view.js";
import { FormButtons } from "./form-buttons.js";
import { KindForm } from "./kind-form.js";
import { sectionsOf, type FormType } from "./kind-forms.js";
import { LeaveGuard } from "../../../ui/overlays/leave-guard.js";
import { McpPaste } from "./mcp-paste.js";
import { initialValues, schemaOf } from "./schemas.js";
import { useItemForm } from "./use-item-form.js";
import { checkFor, useSubmission } from "./use-submission.js";

export function SubmitKindPage() {
  const { type } = useParams({ strict: false }) as { readonly type?: string };
  return isItemType(type) && type !== "agents" ? <SubmitForm key={type} type={type} /> : <NotFound />;
}

function SubmitForm({ type }: { readonly type: FormType }) {
  const { sections, fields, initial, check } = useMemo(() => formOf(type), [type]);
  const form = useItemForm({ type, fields, initial, check });
  const { busy, problem, submit, saveDraft } = useSubmission(type, form);
  const { kind, one } = KIND_WORDS[type];
  return (
    <Page
      title={`Submit: ${one}`}
      heading={<h1>Submit {kind === "mcp" ? "an MCP server" : `a ${one.toLowerCase()}`}</h1>}
      intro="A reviewer must approve it before others can see it. Errors are shown below each field."
    >
      {type === "mcps" && <McpPaste form={form} />}
      <KindForm
        type={type}
        form={form}
        schema={schemaOf(type, "submitItem")}
        sections={sections}
        onSubmit={() => void submit()}
      >
        <FormButtons
          busy={busy}
          problem={problem}
          action="Submit for review"
          onSaveDraft={() => void saveDraft()}
          hint="A draft only requires a name."
        />
      </KindForm>
      <LeaveGuard hasUnsaved={form.hasUnsaved} />
    </Page>
  );
}

function formOf(type: FormType) {
  const sections = sectionsOf(type);
  const fields = fieldsOf(sections);
  return { sections, fields, initial: initialValues(type, fields), check: checkFor(type, "submitItem") };
}
