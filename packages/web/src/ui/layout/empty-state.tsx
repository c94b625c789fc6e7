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
    <div className="flex flex-col items-start gap-1 rounded-lg border border-line px-4 py-6 sm:px-6">
      <Icon size={20} className="mb-1 text-muted" aria-hidden="true" />
      <p className="font-medium">{title}</p>
      <div className="mb-2 max-w-prose text-sm text-ink-2">{children}</div>
      {command !== undefined && <Command text={command} />}
      {action}
    </div>
  );
}
