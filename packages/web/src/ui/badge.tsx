import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { classes } from "./classes.js";

const look = cva(
  "inline-flex items-center gap-1 rounded-full border px-2 text-xs leading-5 font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "border-line bg-sunken text-muted",
        accent: "border-transparent bg-accent-soft text-accent",
        good: "border-transparent bg-good-soft text-good",
        warn: "border-transparent bg-warn-soft text-warn",
        bad: "border-transparent bg-bad-soft text-bad",
        info: "border-transparent bg-info-soft text-info",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type Tone = NonNullable<VariantProps<typeof look>["tone"]>;

export const Badge = ({ tone, className, ...rest }: ComponentProps<"span"> & { readonly tone?: Tone }) => (
  <span className={classes(look({ tone }), className)} {...rest} />
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
