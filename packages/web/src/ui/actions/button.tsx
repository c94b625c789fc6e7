import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { classes } from "../theme/classes.js";

interface Look {
  readonly variant?: "primary" | "plain" | "quiet" | "danger" | undefined;
  readonly size?: "small" | "normal" | "large" | "icon" | undefined;
}

const look = ({ variant = "plain", size = "normal" }: Look): string =>
  `look-button look-button-${variant} look-button-${size}`;

interface ButtonProps extends ComponentProps<"button">, Look {
  /** Disabled while busy, and announced as such. */
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

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...to
}: Look & LinkProps & Pick<ComponentProps<"a">, "className" | "onClick"> & { readonly children: ReactNode }) {
  return (
    <Link className={classes(look({ variant, size }), className)} {...to}>
      {children}
    </Link>
  );
}

/** A link that leaves the app, such as to an endpoint of the server, and looks like a button. */
export const ButtonAnchor = ({ variant, size, className, ...rest }: Look & ComponentProps<"a">) => (
  <a className={classes(look({ variant, size }), className)} {...rest} />
);
