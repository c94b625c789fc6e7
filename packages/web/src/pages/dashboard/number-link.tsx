import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Behind } from "./behind.js";
import type { Change } from "./words.js";

/** A number that leads to its sessions. */
export const NumberLink = ({ behind, children }: { readonly behind: Behind; readonly children: ReactNode }) => (
  <Link {...behind} className="underline decoration-line-strong underline-offset-2 hover:text-accent">
    {children}
  </Link>
);

interface ChangeTextProps {
  readonly change: Change | undefined;
  /** Whether more is better or worse; neither if omitted. */
  readonly more?: "better" | "worse";
}

export function ChangeText({ change, more }: ChangeTextProps) {
  if (!change) return null;
  const isBetter = more === "better" ? change.sign > 0 : change.sign < 0;
  const look = more === undefined || change.sign === 0 ? "text-muted" : isBetter ? "text-good" : "text-bad";
  return <span className={`${look} font-medium tabular-nums`}>{change.text}</span>;
}

/** A share as a bar; the number beside it says the same. */
export const ShareBar = ({ share, look = "bg-accent" }: { readonly share: number; readonly look?: string }) => (
  <span aria-hidden="true" className="inline-block h-1.5 w-11 shrink-0 overflow-hidden rounded-full bg-hover">
    <span className={`block h-full ${look}`} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
  </span>
);
