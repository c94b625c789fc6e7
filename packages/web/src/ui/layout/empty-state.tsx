import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Command } from "../text/code-block.js";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What to do next. */
  readonly children: ReactNode;
  readonly command?: string;
  readonly action?: ReactNode;
}

/** Explains why something is empty, and what to do. */
export function EmptyState({ icon: Icon, title, children, command, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-10 text-center">
      <Icon size={28} className="text-muted" aria-hidden="true" />
      <p className="text-lg font-semibold">{title}</p>
      <div className="max-w-prose text-muted">{children}</div>
      {command !== undefined && <Command text={command} />}
      {action}
    </div>
  );
}
