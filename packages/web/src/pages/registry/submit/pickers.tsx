import type { ComponentProps } from "react";
import { useCall, useList } from "../../../api/queries.js";
import { useUser } from "../../../api/session.js";
import { Checkbox, Select } from "../../../ui/forms/field.js";
import type { FieldView } from "./field-view.js";

interface HarnessBoxesProps {
  readonly field: FieldView;
  readonly value: unknown;
  readonly onChange: (value: readonly string[]) => void;
  readonly problem: string | undefined;
}

/** None selected means all. */
export function HarnessBoxes({ field, value, onChange, problem }: HarnessBoxesProps) {
  const chosen = (Array.isArray(value) ? value : []) as readonly string[];
  const harnesses = useCall("getHarnesses").data?.harnesses ?? [];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{field.label}</legend>
      {field.hint !== undefined && <p className="text-sm text-muted">{field.hint}</p>}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-1.5">
        {harnesses.map(({ name, display_name: label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
            }
          />
        ))}
      </div>
      {problem !== undefined && <p className="text-sm text-bad">{problem}</p>}
    </fieldset>
  );
}

interface TeamChoiceProps extends Omit<ComponentProps<typeof Select>, "onChange"> {
  readonly onChoose: (id: string) => void;
}

/** The user, or one of their teams. */
export function TeamChoice({ onChoose, ...rest }: TeamChoiceProps) {
  const user = useUser();
  const teams = useList("listMyTeams").data?.items ?? [];
  return (
    <Select {...rest} onChange={(event) => onChoose(event.target.value)}>
      <option value="">Myself ({user.username})</option>
      {teams.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
