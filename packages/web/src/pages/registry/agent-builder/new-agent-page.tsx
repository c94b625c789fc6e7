import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Page } from "../../../ui/layout/page.js";
import type { SearchParams } from "../../../ui/forms/search-text.js";
import { fieldsOf } from "../submit/field-view.js";
import { FormButtons } from "../submit/form-buttons.js";
import { FormSections } from "../submit/form-sections.js";
import { LeaveGuard } from "../../../ui/overlays/leave-guard.js";
import { initialValues, schemaOf } from "../submit/schemas.js";
import { useItemForm } from "../submit/use-item-form.js";
import { checkFor, useSubmission } from "../submit/use-submission.js";
import { agentSections } from "./agent-sections.js";
import { BuilderLayout } from "./builder-layout.js";
import { componentsAskedFor, type LockedVersions } from "./component-choice.js";

const NOTHING_LOCKED: LockedVersions = new Map();
const SECTIONS = agentSections(NOTHING_LOCKED);
const FIELDS = fieldsOf(SECTIONS);
const CHECK = checkFor("agents", "submitItem");

export function NewAgentPage() {
  const { with: asked = "" } = useSearch({ strict: false }) as SearchParams;
  // Only initially: afterwards they are part of the form and can be removed.
  const [initial] = useState(() => ({
    ...initialValues("agents", FIELDS),
    components: componentsAskedFor(asked),
  }));
  const form = useItemForm({ type: "agents", fields: FIELDS, initial, check: CHECK });
  const { busy, problem, submit, saveDraft } = useSubmission("agents", form);
  const schema = useMemo(() => schemaOf("agents", "submitItem"), []);
  return (
    <Page
      title="Build an agent"
      intro="Compose an agent and preview its files for each harness."
      className="max-w-none"
    >
      <BuilderLayout form={form} locked={NOTHING_LOCKED}>
        <FormSections form={form} schema={schema} sections={SECTIONS} onSubmit={() => void submit()}>
          <FormButtons busy={busy} problem={problem} action="Submit for review" onSaveDraft={() => void saveDraft()} />
        </FormSections>
      </BuilderLayout>
      <LeaveGuard hasUnsaved={form.hasUnsaved} />
    </Page>
  );
}
