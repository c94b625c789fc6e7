import { lazy, Suspense, type ReactNode } from "react";
import { SkeletonRows } from "../../../ui/skeleton.js";
import type { ItemForm } from "../submit/use-item-form.js";
import type { LockedVersions } from "./component-choice.js";
import { componentsIn } from "./components-control.js";
import { useComponents } from "./use-components.js";

/** All harnesses with their file formats: the form is there before they are. */
const Preview = lazy(() => import("./preview.js").then((module) => ({ default: module.Preview })));

interface BuilderLayoutProps {
  /** None before the agent was saved for the first time. */
  readonly id?: string;
  readonly form: Pick<ItemForm, "values" | "written">;
  readonly locked: LockedVersions;
  readonly children: ReactNode;
}

/** The form, and what becomes of it: beside it, or below where there is no room. */
export function BuilderLayout({ id, form, locked, children }: BuilderLayoutProps) {
  const components = useComponents(componentsIn(form.values["components"]), locked);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 xl:grid-cols-[22rem_minmax(0,1fr)] 2xl:grid-cols-[26rem_minmax(0,1fr)]">
      <div className="min-w-0">{children}</div>
      <div className="min-w-0 xl:sticky xl:top-17 xl:h-[calc(100dvh-10.5rem)] xl:self-start">
        <Suspense fallback={<SkeletonRows rows={4} className="h-40" />}>
          <Preview id={id} payload={form.written.payload} components={components} />
        </Suspense>
      </div>
    </div>
  );
}
