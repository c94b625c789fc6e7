import { Clock, ShieldCheck, X, type LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "../theme/classes.js";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad" | "info";

export const Badge = ({ tone = "neutral", className, ...rest }: ComponentProps<"span"> & { readonly tone?: Tone }) => (
  <span className={classes(`look-badge look-badge-${tone}`, className)} {...rest} />
);

const STATUS_TONES: Readonly<Record<string, Tone>> = {
  approved: "good",
  pending: "warn",
  rejected: "bad",
  draft: "neutral",
  archived: "neutral",
};

const STATUS_ICONS: Readonly<Record<string, LucideIcon>> = {
  approved: ShieldCheck,
  pending: Clock,
  rejected: X,
};

/** The status of an item or a version, always with the same colour and icon. */
export function StatusBadge({ status }: { readonly status: string }) {
  const Icon = STATUS_ICONS[status];
  return (
    <Badge tone={STATUS_TONES[status] ?? "neutral"}>
      {Icon && <Icon size={12} aria-hidden="true" />} {status}
    </Badge>
  );
}
