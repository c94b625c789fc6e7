import type { ComponentProps } from "react";
import { ITEM_TYPES, KIND_WORDS } from "../../api/kinds.js";
import { useCall } from "../../api/queries.js";
import { classes } from "../../ui/theme/classes.js";
import { Select } from "../../ui/forms/field.js";

interface ChoiceProps extends Omit<ComponentProps<typeof Select>, "value" | "onChange"> {
  /** Empty: any. */
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** One harness, or any. */
export function HarnessChoice({ onChoose, className, ...rest }: ChoiceProps) {
  const harnesses = useCall("getHarnesses").data?.harnesses ?? [];
  return (
    <Select
      aria-label="Harness"
      className={classes("look-choice", className)}
      onChange={(event) => onChoose(event.target.value)}
      {...rest}
    >
      <option value="">Any harness</option>
      {harnesses.map(({ name, display_name: label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** One tag of those offered, or any. */
export function TagChoice({ tags, onChoose, className, ...rest }: ChoiceProps & { readonly tags: readonly string[] }) {
  const offered = rest.value === "" || tags.includes(rest.value) ? tags : [rest.value, ...tags];
  return (
    <Select
      aria-label="Tag"
      className={classes("look-choice", className)}
      onChange={(event) => onChoose(event.target.value)}
      {...rest}
    >
      <option value="">Any tag</option>
      {offered.map((tag) => (
        <option key={tag} value={tag}>
          {tag}
        </option>
      ))}
    </Select>
  );
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
