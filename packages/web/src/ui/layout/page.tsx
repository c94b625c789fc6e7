import { useEffect, type ReactNode } from "react";
import { classes } from "../theme/classes.js";

interface PageProps {
  readonly title: string;
  /** The heading, if it is more than the title. */
  readonly heading?: ReactNode;
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A page in the shell, with its title and actions. */
export function Page({ title, heading, intro, actions, className, children }: PageProps) {
  useTitle(title);
  return (
    <div className={classes("look-page", className)}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          {heading ?? <h1>{title}</h1>}
          {intro !== undefined && <p className="max-w-prose text-muted">{intro}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tackroom`;
  }, [title]);
}
