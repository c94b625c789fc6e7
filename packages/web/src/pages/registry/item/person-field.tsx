import type { PersonReference } from "@tackroom/contract";
import type { ComponentProps } from "react";
import type { ApiProblem } from "../../../api/problem.js";
import { Field, Input } from "../../../ui/forms/field.js";
import { problemWith } from "../../../ui/forms/form.js";

/** Usernames do not contain @. */
const keyOf = (who: string): "email" | "username" => (who.includes("@") ? "email" : "username");

export const personReference = (who: string): PersonReference => ({ [keyOf(who)]: who.trim() });

interface PersonFieldProps {
  readonly label: string;
  readonly who: string;
  readonly bound: ComponentProps<typeof Input>;
  readonly problem: ApiProblem | null;
}

/** A user with an account on this server. */
export function PersonField({ label, who, bound, problem }: PersonFieldProps) {
  return (
    <Field
      label={label}
      hint="The user must have an account on this server."
      problem={problemWith(problem, keyOf(who))}
    >
      {(ids) => <Input {...ids} {...bound} required maxLength={320} autoComplete="off" />}
    </Field>
  );
}
