import type { StepKind } from "@tackroom/contract";
import {
  Bot,
  BrainCircuit,
  FileText,
  Globe,
  Info,
  ListChecks,
  MessageSquareText,
  Pencil,
  Plug,
  SquareTerminal,
  User,
  type LucideIcon,
} from "lucide-react";
import { classes } from "../../../ui/theme/classes.js";

const ICONS: Readonly<Record<StepKind, LucideIcon>> = {
  prompt: User,
  answer: MessageSquareText,
  thinking: BrainCircuit,
  read: FileText,
  edit: Pencil,
  command: SquareTerminal,
  web: Globe,
  subagent: Bot,
  plan: ListChecks,
  tool: Plug,
  notice: Info,
};

/** The colour of a kind in the strip and the outline. */
export const KIND_COLOURS: Readonly<Record<StepKind, string>> = {
  prompt: "var(--accent)",
  answer: "var(--c4)",
  thinking: "var(--line-strong)",
  read: "var(--c2)",
  edit: "var(--c3)",
  command: "var(--c6)",
  web: "var(--c2)",
  subagent: "var(--c5)",
  plan: "var(--line-strong)",
  tool: "var(--c1)",
  notice: "var(--line-strong)",
};

export function StepIcon({ kind, hasFailed = false }: { readonly kind: StepKind; readonly hasFailed?: boolean }) {
  const Icon = ICONS[kind];
  return (
    <span
      className={classes(
        "z-10 flex size-6 shrink-0 items-center justify-center rounded-full",
        hasFailed ? "bg-bad-soft text-bad" : "bg-canvas text-muted",
      )}
    >
      <Icon size={14} aria-hidden="true" />
    </span>
  );
}
