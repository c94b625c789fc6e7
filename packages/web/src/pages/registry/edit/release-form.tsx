import { schemaProblems } from "@tackroom/contract/schema-problems";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { ItemDetail, ItemType, ItemVersion } from "../../../api/kinds.js";
import { useAction } from "../../../api/queries.js";
import { fieldsOf } from "../submit/field-view.js";
import { FormButtons } from "../submit/form-buttons.js";
import { KindForm } from "../submit/kind-form.js";
import { readValues, writePayload, type Written } from "../submit/form-values.js";
import { LeaveGuard } from "../../../ui/overlays/leave-guard.js";
import { fieldPath, schemaOf } from "../submit/schemas.js";
import { useItemForm } from "../submit/use-item-form.js";
import { useArrival, useAttempt } from "../submit/use-submission.js";
import { releaseBody, suggestVersion } from "./changes.js";
import { releaseSections } from "./edit-sections.js";
import type { Editor } from "./editor.js";

interface ReleaseFormProps {
  readonly editor: Editor;
  readonly item: ItemDetail;
  readonly versions: readonly ItemVersion[];
  /** A newer version that is not approved yet. */
  readonly open: ItemVersion | undefined;
}

/** Approved versions cannot be changed; this releases a new version. */
export function ReleaseForm({ editor, item, versions, open }: ReleaseFormProps) {
  const { type, Frame } = editor;
  const { sections, form, bodyOf, check } = useReleaseForm(editor, item, versions);
  const release = useAction(`${type}.releaseVersion`);
  const arrive = useArrival(type, form);
  const { busy, problem, attempt } = useAttempt(form);
  const submit = () =>
    attempt(check, async () => {
      const { version } = await release.mutateAsync({ params: { id: item.id }, body: bodyOf(form.written) });
      await arrive(
        item,
        `Version ${version} is waiting for review. Until it is approved, ${item.version} stays the latest version.`,
      );
    });
  return (
    <>
      <p className="max-w-prose text-muted">
        Version {item.version} is approved and cannot be changed. Your changes become a new version, which is reviewed
        first.
      </p>
      {open && <OpenVersion type={type} item={item} open={open} />}
      <Frame item={item} form={form}>
        <KindForm
          type={type}
          form={form}
          schema={schemaOf(type, "submitItem")}
          sections={sections}
          onSubmit={() => void submit()}
        >
          <FormButtons busy={busy} problem={problem} action="Release for review" />
        </KindForm>
      </Frame>
      <LeaveGuard hasUnsaved={form.hasUnsaved} />
    </>
  );
}

interface OpenVersionProps {
  readonly type: ItemType;
  readonly item: ItemDetail;
  readonly open: ItemVersion;
}

function OpenVersion({ type, item, open }: OpenVersionProps) {
  return (
    <p className="rounded-md border border-line bg-info-soft px-3 py-2">
      Version {open.version} is {open.status === "pending" ? "waiting for review" : open.status}.{" "}
      <Link
        to="/registry/$type/$namespace/$slug/edit"
        params={{ type, namespace: item.namespace, slug: item.slug }}
        search={{ version: open.version }}
        className="text-accent underline"
      >
        Edit that version instead
      </Link>
      .
    </p>
  );
}

function useReleaseForm(editor: Editor, item: ItemDetail, versions: readonly ItemVersion[]) {
  const { type } = editor;
  const { sections, fields, initial, bodyOf, check } = useMemo(() => {
    const shown = releaseSections(type, editor.sectionsFor(item));
    const all = fieldsOf(shown);
    const current = readValues(all, { ...item, changelog: "" });
    const before = writePayload(all, current).payload;
    const taken = versions.map(({ version }) => version);
    const changesIn = ({ payload }: Written) => releaseBody(type, { fields: all, before, after: payload });
    const schema = schemaOf(type, "releaseVersion");
    return {
      sections: shown,
      fields: all,
      initial: { ...current, version: suggestVersion(item.version, taken) },
      bodyOf: (written: Written) => changesIn(written).body,
      check: (written: Written) => {
        const { body, problems } = changesIn(written);
        const found = schemaProblems(schema, body);
        return [...problems, ...found.map(({ path, message }) => ({ path: fieldPath(type, path), message }))];
      },
    };
  }, [editor, type, item, versions]);
  return { sections, form: useItemForm({ type, fields, initial, check }), bodyOf, check };
}
