import type { ComponentProps } from "react";
import { ITEM_TYPES, KIND_WORDS } from "../../api/kinds.js";
import { classes } from "../../ui/theme/classes.js";
import { Select } from "../../ui/forms/field.js";

interface ChoiceProps extends Omit<ComponentProps<typeof Select>, "value" | "onChange"> {
  /** Empty: any. */
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** One kind by its own word, or any. */
export function KindChoice({ onChoose, className, ...rest }: ChoiceProps) {
  return (
    <Select
      aria-label="Kind"
      className={classes("look-choice", className)}
      onChange={(event) => onChoose(event.target.value)}
      {...rest}
    >
      <option value="">Any kind</option>
      {ITEM_TYPES.map((type) => (
        <option key={type} value={KIND_WORDS[type].kind}>
          {KIND_WORDS[type].many}
        </option>
      ))}
    </Select>
  );
}
