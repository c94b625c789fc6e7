import { Link, type LinkProps } from "@tanstack/react-router";
import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.js";

const look = cva(
  "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-accent text-on-accent enabled:hover:bg-accent-strong",
        plain: "border-line bg-raised text-ink enabled:hover:bg-hover",
        quiet: "border-transparent text-ink enabled:hover:bg-hover",
        danger: "border-bad bg-raised text-bad enabled:hover:bg-bad-soft",
      },
      size: { small: "h-7 px-2 text-sm", normal: "h-8 px-3", large: "h-10 px-4 text-lg", icon: "size-8" },
    },
    defaultVariants: { variant: "plain", size: "normal" },
  },
);

type Look = VariantProps<typeof look>;

interface ButtonProps extends ComponentProps<"button">, Look {
  /** While it works it cannot be pressed again, and says so. */
  readonly busy?: boolean;
}

export function Button({ variant, size, busy = false, className, type = "button", disabled, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={classes(look({ variant, size }), className)}
      {...rest}
    />
  );
}

/** Looks like a button and leads to a page. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...to
}: Look & LinkProps & { readonly className?: string; readonly children: ReactNode }) {
  return (
    <Link className={classes(look({ variant, size }), variant !== "primary" && "hover:bg-hover", className)} {...to}>
      {children}
    </Link>
  );
}
