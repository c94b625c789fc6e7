import type { ComponentProps, ReactNode } from "react";
import { classes } from "../theme/classes.js";

export const Card = ({ className, ...rest }: ComponentProps<"div">) => (
  <div className={classes("look-card", className)} {...rest} />
);

interface SectionProps {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of a page with its own heading. */
export function Section({ title, actions, className, children }: SectionProps) {
  return (
    <section className={classes("look-section", className)}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
