import { useId, useMemo, useState } from "react";
import type { Fields, HarnessId } from "@tackroom/harness";
import { describeHarnesses } from "@tackroom/harness";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { Tabs } from "../../../ui/layout/tabs.js";
import { useMedia } from "../../../ui/theme/use-media.js";
import { useSettled } from "../../../ui/theme/use-settled.js";
import { InstallStepsView } from "../item/install-steps.js";
import { LayoutPanelLeft } from "lucide-react";
import { renderPreview, type Preview as Rendered } from "./render-preview.js";
import type { ShownComponent } from "./use-components.js";

interface PreviewProps {
  readonly id: string | undefined;
  /** What would be submitted now. */
  readonly payload: Fields;
  readonly components: readonly ShownComponent[];
}

const FIRST_SHOWN: readonly HarnessId[] = ["claude-code", "codex", "cursor"];
/** Long enough to skip intermediate keystrokes, short enough to feel immediate. */
const SETTLES_AFTER_MS = 150;

/** A live preview of the files that an install would write, for several harnesses side by side. */
export function Preview({ id, payload, components }: PreviewProps) {
  const [chosen, setChosen] = useState(FIRST_SHOWN);
  const loaded = useMemo(() => components.flatMap((each) => each.loaded ?? []), [components]);
  const agent = useMemo(() => ({ id, payload, components: loaded }), [id, payload, loaded]);
  const ready = components.every((each) => each.loaded !== undefined || each.problem !== null);
  const settled = useSettled(agent, { ready, afterMs: SETTLES_AFTER_MS });
  const rendered = useMemo(
    () => (settled ? chosen.map((harness) => renderPreview(harness, settled)) : undefined),
    [settled, chosen],
  );
  return (
    <section aria-label="Harness preview" className="flex h-full min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2>Preview by harness</h2>
        <p className="text-sm text-muted">The files an install writes, updated as you type.</p>
      </div>
      <HarnessBoxes chosen={chosen} onChange={setChosen} />
      {rendered === undefined ? (
        <SkeletonRows rows={4} className="h-40" />
      ) : rendered.length === 0 ? (
        <EmptyState icon={LayoutPanelLeft} title="No harness selected">
          Select one or more harnesses above to preview the agent.
        </EmptyState>
      ) : (
        <SideBySide rendered={rendered} />
      )}
    </section>
  );
}

/** Known here, because files are rendered in the browser: no request is needed. */
const HARNESSES = describeHarnesses();
const NAMES = new Map(HARNESSES.map(({ name, display_name: label }) => [name, label]));
const nameOf = (harness: HarnessId): string => NAMES.get(harness) ?? harness;

interface HarnessBoxesProps {
  readonly chosen: readonly HarnessId[];
  readonly onChange: (chosen: readonly HarnessId[]) => void;
}

/** A new harness is added at the end, so that the other columns keep their position. */
function HarnessBoxes({ chosen, onChange }: HarnessBoxesProps) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Show the preview for</legend>
      {HARNESSES.map(({ name: harness, display_name: label }) => (
        <label
          key={harness}
          className="flex cursor-pointer items-center gap-1.5 rounded-full border border-line bg-raised px-2.5 py-0.5 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent"
        >
          <input
            type="checkbox"
            className="accent-accent"
            checked={chosen.includes(harness)}
            onChange={({ target }) =>
              onChange([...chosen.filter((each) => each !== harness), ...(target.checked ? [harness] : [])])
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Columns if there is room for two, otherwise one at a time. */
function SideBySide({ rendered }: { readonly rendered: readonly Rendered[] }) {
  const hasRoom = useMedia("(min-width: 48rem)");
  const [tab, setTab] = useState<string>();
  if (!hasRoom) {
    const shown = rendered.find(({ harness }) => harness === tab) ?? rendered[0];
    return (
      <Tabs
        label="Harnesses"
        value={shown?.harness ?? ""}
        onChange={setTab}
        tabs={rendered.map((each) => ({
          value: each.harness,
          label: nameOf(each.harness),
          content: (
            <div className="flex flex-col gap-3">
              <Facts rendered={each} />
              <InstallStepsView steps={each.steps} warnings={each.warnings} />
            </div>
          ),
        }))}
      />
    );
  }
  return (
    <div className="grid h-160 auto-cols-[minmax(17rem,1fr)] grid-flow-col grid-rows-[minmax(0,1fr)] gap-3 overflow-x-auto pb-1 xl:h-auto xl:min-h-0 xl:grow">
      {rendered.map((each) => (
        <Column key={each.harness} name={nameOf(each.harness)} rendered={each} />
      ))}
    </div>
  );
}

function Column({ name, rendered }: { readonly name: string; readonly rendered: Rendered }) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-raised"
    >
      <header className="border-b border-line px-3 py-2">
        <h3 id={heading}>{name}</h3>
        <Facts rendered={rendered} />
      </header>
      <div
        role="region"
        aria-label={`Files for ${name}`}
        tabIndex={0}
        className="flex min-h-0 grow flex-col gap-3 overflow-y-auto p-3 -outline-offset-2"
      >
        <InstallStepsView steps={rendered.steps} warnings={rendered.warnings} />
      </div>
    </section>
  );
}

const count = (number: number, one: string): string[] =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : `${one}s`}`];

function Facts({ rendered: { steps, scope, warnings } }: { readonly rendered: Rendered }) {
  const facts = [
    ...count(steps.files.length, "file"),
    ...count(steps.commands.length, "command"),
    ...count(warnings.length, "warning"),
    scope === "user" ? "user scope" : "project scope",
  ];
  return <p className="text-sm text-muted">{facts.join(", ")}</p>;
}
