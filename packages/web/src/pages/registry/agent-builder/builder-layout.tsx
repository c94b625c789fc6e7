import { useMemo, type ReactNode } from "react";
import type { ItemDetail } from "../../../api/kinds.js";
import { SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { lazyPart } from "../../../ui/feedback/lazy-part.js";
import type { ItemForm } from "../submit/use-item-form.js";
import type { LockedVersions } from "./component-choice.js";
import { componentsIn } from "./components-control.js";
import { useComponents } from "./use-components.js";

/** Loads all harness formats lazily: the form is shown before them. */
const Preview = lazyPart(async () => (await import("./preview.js")).Preview);

interface BuilderLayoutProps {
  /** Undefined until the agent is saved for the first time. */
  readonly saved?: Pick<ItemDetail, "id" | "slug">;
  readonly form: Pick<ItemForm, "values" | "written">;
  readonly locked: LockedVersions;
  readonly children: ReactNode;
}

/** The form with its preview next to it, or below it on narrow screens. */
export function BuilderLayout({ saved, form, locked, children }: BuilderLayoutProps) {
  const components = useComponents(componentsIn(form.values["components"]), locked);
  const { payload } = form.written;
  // The form of a new version has no name field.
  const named = useMemo(() => (saved ? { name: saved.slug, ...payload } : payload), [saved, payload]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 xl:grid-cols-[22rem_minmax(0,1fr)] 2xl:grid-cols-[26rem_minmax(0,1fr)]">
      <div className="min-w-0">{children}</div>
      <div className="min-w-0 xl:sticky xl:top-4 xl:h-[calc(100dvh-7.25rem)] xl:self-start">
        <Preview
          props={{ id: saved?.id, payload: named, components }}
          fallback={<SkeletonRows rows={4} className="h-40" />}
        />
      </div>
    </div>
  );
}
