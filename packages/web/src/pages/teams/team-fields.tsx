import type { ReplyOf } from "@tackroom/contract/calls";
import type { ComponentProps, ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { Field, Input, Select, TextArea } from "../../ui/forms/field.js";
import { problemWith } from "../../ui/forms/form.js";

export type Visibility = ReplyOf<"getTeam">["visibility"];
// A type and not an interface, because only types have the index signature that form texts need.
export type TeamTexts = { readonly name: string; readonly description: string; readonly visibility: string };

const VISIBILITIES: Readonly<Record<Visibility, string>> = {
  public: "Public: visible to everyone",
  private: "Private: visible to members and admins",
};

interface TeamFieldsProps {
  readonly bind: (name: keyof TeamTexts) => Pick<ComponentProps<"input">, "name"> & { readonly value: string } & {
    readonly onChange: NonNullable<ComponentProps<"input">["onChange"]> &
      NonNullable<ComponentProps<"select">["onChange"]> &
      NonNullable<ComponentProps<"textarea">["onChange"]>;
  };
  readonly problem: ApiProblem | null;
  /** Fields between the name and the rest. */
  readonly children?: ReactNode;
}

/** The fields of a team, for creating and editing. */
export const TeamFields = ({ bind, problem, children }: TeamFieldsProps) => (
  <>
    <Field label="Name" problem={problemWith(problem, "name")}>
      {(ids) => <Input {...ids} {...bind("name")} required maxLength={100} autoComplete="off" />}
    </Field>
    {children}
    <Field label="Description" problem={problemWith(problem, "description")}>
      {(ids) => <TextArea {...ids} {...bind("description")} maxLength={2000} rows={3} />}
    </Field>
    <Field label="Visibility" problem={problemWith(problem, "visibility")}>
      {(ids) => (
        <Select {...ids} {...bind("visibility")}>
          {Object.entries(VISIBILITIES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </>
);
