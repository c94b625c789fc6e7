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

/** The status of an item or a version, always in the same colour. */
export const StatusBadge = ({ status }: { readonly status: string }) => (
  <Badge tone={STATUS_TONES[status] ?? "neutral"}>{status}</Badge>
);
