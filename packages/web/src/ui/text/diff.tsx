import type { DiffLine } from "@tackroom/harness/steps";
import type { ReactNode } from "react";
import { classes } from "../theme/classes.js";

interface DiffProps {
  readonly lines: readonly DiffLine[];
  readonly label: string;
}

const GROUND = { "+": "bg-good-soft", "-": "bg-bad-soft", " ": "" } as const;
const WORD = { "+": "bg-word-added", "-": "bg-word-removed", " ": "" } as const;
const SPOKEN = { "+": "added: ", "-": "removed: ", " ": "" } as const;

/** Lines of two versions, with the words marked by which they differ. Long lines wrap: nothing hides to the right. */
export const Diff = ({ lines, label }: DiffProps) => (
  <div role="group" aria-label={label} className={DIFF_LOOK}>
    {lines.map((line, place) => (
      <DiffRow key={place} line={line} />
    ))}
  </div>
);

export const DIFF_LOOK = "overflow-hidden py-1 font-mono text-xs leading-5";

interface DiffRowProps {
  readonly line: DiffLine;
  /** A control beside the line numbers. */
  readonly action?: ReactNode;
}

/** One line below the other, with the numbers of both versions. */
export const DiffRow = ({ line, action }: DiffRowProps) => (
  <div className={classes("group/line relative flex", GROUND[line.sign])}>
    <span aria-hidden="true" className="hidden w-9 shrink-0 pr-2 text-right text-muted select-none sm:block">
      {line.oldLine}
    </span>
    <span
      aria-hidden="true"
      className={classes(
        "w-9 shrink-0 pr-2 text-right text-muted select-none",
        action === undefined ? "hidden sm:block" : "block",
      )}
    >
      {line.newLine}
    </span>
    {action}
    <Content line={line} />
  </div>
);

interface SplitRowProps {
  readonly left: DiffLine | undefined;
  readonly right: DiffLine | undefined;
  readonly action?: ReactNode;
}

/** Both versions beside each other. */
export const SplitDiffRow = ({ left, right, action }: SplitRowProps) => (
  <div className="group/line relative grid grid-cols-2">
    <div className={classes("flex min-w-0 border-r border-line", left ? GROUND[left.sign] : "bg-sunken")}>
      <Gutter>{left?.oldLine}</Gutter>
      {left && <Content line={left} />}
    </div>
    <div className={classes("relative flex min-w-0", right ? GROUND[right.sign] : "bg-sunken")}>
      <Gutter>{right?.newLine}</Gutter>
      {action}
      {right && <Content line={right} />}
    </div>
  </div>
);

const Gutter = ({ children }: { readonly children: ReactNode }) => (
  <span aria-hidden="true" className="w-9 shrink-0 pr-2 text-right text-muted select-none">
    {children}
  </span>
);

const Content = ({ line: { sign, parts } }: { readonly line: DiffLine }) => (
  <>
    <span aria-hidden="true" className="w-5 shrink-0 text-center text-muted select-none">
      {sign === "-" ? "−" : sign}
    </span>
    <span className="min-w-0 grow pr-2 whitespace-pre-wrap wrap-anywhere">
      <span className="sr-only">{SPOKEN[sign]}</span>
      {parts.map((part, at) =>
        part.isChanged ? (
          <span key={at} className={classes("rounded-sm", WORD[sign])}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </span>
  </>
);
