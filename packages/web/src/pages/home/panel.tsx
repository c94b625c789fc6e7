import type { ReactNode } from "react";
import { classes } from "../../ui/theme/classes.js";

interface PanelProps {
  readonly title: string;
  /** How many there are, if more than a list can show. */
  readonly count?: number;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One answer of the home page: a card with a heading and rows. */
export const Panel = ({ title, count = 0, actions, className, children }: PanelProps) => (
  <section aria-label={title} className={classes("rounded-lg border border-line bg-raised", className)}>
    <header className="flex min-h-11 items-center gap-2 border-b border-line px-4 py-1.5">
      <h2>{title}</h2>
      {count > 0 && (
        <span className="rounded-full bg-accent-soft px-2 text-xs font-medium text-accent tabular-nums">{count}</span>
      )}
      <span className="ml-auto flex items-center gap-2">{actions}</span>
    </header>
    {children}
  </section>
);

export const PanelNote = ({ children }: { readonly children: ReactNode }) => (
  <p className="px-4 py-3 text-sm text-muted">{children}</p>
);
