import { classes } from "../theme/classes.js";

/** Where something will be: it takes the place that the thing itself will take, so nothing jumps. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <div aria-hidden="true" className={classes("look-skeleton", className)} />
);

/** Rows of a list that is on its way. */
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
