import { classes } from "../theme/classes.js";

/** A placeholder with the size of the content, so that nothing moves when it arrives. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <div aria-hidden="true" className={classes("look-skeleton", className)} />
);

/** Placeholder rows of a list. */
export function SkeletonRows({ rows = 6, className }: { readonly rows?: number; readonly className?: string }) {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={classes("look-row-skeleton", className)} />
      ))}
    </div>
  );
}
