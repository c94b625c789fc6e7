import type { ComponentProps } from "react";
import { classes } from "../theme/classes.js";

interface SwitchProps extends Omit<ComponentProps<"button">, "onChange"> {
  readonly checked: boolean;
  readonly onChange?: (checked: boolean) => void;
}

/** Takes effect at once, unlike a checkbox in a form. Named by a `<label>` with its ID. */
export const Switch = ({ checked, onChange, className, ...rest }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={checked}
    className={classes("look-switch", className)}
    onClick={() => onChange?.(!checked)}
    {...rest}
  >
    <span aria-hidden="true" className="look-switch-knob" />
  </button>
);
