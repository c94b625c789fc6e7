import { useParams, useSearch } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { useMemo } from "react";
import { isItemType, KIND_WORDS, type ItemDetail, type ItemType, type ItemVersion } from "../../../api/kinds.js";
import { isNotFound } from "../../../api/problem.js";
import { useCall } from "../../../api/queries.js";
import { NotFound } from "../../../shell/failures.js";
import { ButtonLink } from "../../../ui/actions/button.js";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { Page } from "../../../ui/layout/page.js";
import { Skeleton, SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { EditDraft } from "./edit-draft.js";
import { editorOf, type Editor } from "./editor.js";
import { isUnapproved } from "./editable.js";
import { ReleaseForm } from "./release-form.js";

const EDITORS = {
  mcps: editorOf("mcps"),
  skills: editorOf("skills"),
  hooks: editorOf("hooks"),
  prompts: editorOf("prompts"),
  sandboxes: editorOf("sandboxes"),
};

export function EditPage() {
  const { type, namespace = "", slug = "" } = useParams({ strict: false }) as Partial<Record<string, string>>;
  if (!isItemType(type) || type === "agents") return <NotFound />;
  return <EditItem key={type + namespace + slug} editor={EDITORS[type]} id={`${namespace}/${slug}`} />;
}

export function EditItem({ editor, id }: { readonly editor: Editor; readonly id: string }) {
  const { type } = editor;
  // Always refetched: a form must not start with outdated data.
  const query = useCall(`${type}.getItem`, { params: { id } }, { fresh: true });
  const versions = useCall(`${type}.listVersions`, { params: { id }, query: { page_size: 100 } }, { fresh: true });
  const name = query.data?.name ?? id;
  if (isNotFound(query.error)) return <NotFound />;
  const asked = query.isFetchedAfterMount && versions.isFetchedAfterMount;
  return (
    <Page
      title={query.data?.status === "approved" ? `New version of ${name}` : `Edit ${name}`}
      {...(asked
        ? { intro: `${KIND_WORDS[type].one} ${query.data?.qualified_name ?? id}` }
        : { heading: <Skeleton className="h-14 w-64" /> })}
      className={editor.pageClass ?? ""}
    >
      {asked ? (
        <Loaded query={query}>
          {(item) => (
            <Loaded query={versions}>{({ items }) => <Chosen editor={editor} item={item} versions={items} />}</Loaded>
          )}
        </Loaded>
      ) : (
        <SkeletonRows />
      )}
    </Page>
  );
}

interface ChosenProps {
  readonly editor: Editor;
  readonly item: ItemDetail;
  /** Newest first. */
  readonly versions: readonly ItemVersion[];
}

/** The possible actions depend on the status of the item. */
function Chosen({ editor, item, versions }: ChosenProps) {
  const { type } = editor;
  const { version } = useSearch({ strict: false }) as { readonly version?: unknown };
  const open = versions.find(isUnapproved);
  if (item.user_permission !== "owner") {
    return (
      <EmptyState
        icon={Lock}
        title="You do not have permission to edit this item"
        action={<BackLink type={type} item={item} />}
      >
        Only its owner and co-authors can edit it. Ask {item.owner} to add you as a co-author.
      </EmptyState>
    );
  }
  if (item.status === "archived") {
    return (
      <EmptyState icon={Lock} title="This item is archived" action={<BackLink type={type} item={item} />}>
        Unarchive it to release a new version.
      </EmptyState>
    );
  }
  if (item.status !== "approved") return <EditDraft editor={editor} item={item} status={item.status} />;
  if (open !== undefined && version === open.version) {
    return <EditFurther editor={editor} item={item} version={open} />;
  }
  return <ReleaseForm editor={editor} item={item} versions={versions} open={open} />;
}

interface EditFurtherProps {
  readonly editor: Editor;
  readonly item: ItemDetail;
  readonly version: ItemVersion;
}

function EditFurther({ editor, item, version }: EditFurtherProps) {
  // The form is reset when the item changes.
  const asItem = useMemo(() => editor.asItem(item, version), [editor, item, version]);
  return <EditDraft editor={editor} item={asItem} status={version.status} isFurther />;
}

const BackLink = ({ type, item }: { readonly type: ItemType; readonly item: ItemDetail }) => (
  <ButtonLink to="/registry/$type/$namespace/$slug" params={{ type, namespace: item.namespace, slug: item.slug }}>
    Back to {item.name}
  </ButtonLink>
);
