import type { ReactNode } from "react";

interface StatProps {
  readonly label: string;
  readonly value: string;
  /** What the figure leaves out, or how it compares with the period before. */
  readonly note?: ReactNode;
  /** A sparkline. */
  readonly shape?: ReactNode;
}

/** A figure with its label; whatever holds it is its box. */
export const Stat = ({ label, value, note, shape }: StatProps) => (
  <span className="flex items-end justify-between gap-3">
    <span className="flex min-w-0 flex-col">
      <span className="text-xs text-muted">{label}</span>
      <span className="text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
      {note !== undefined && <span className="text-xs break-words text-muted">{note}</span>}
    </span>
    {shape}
  </span>
);
