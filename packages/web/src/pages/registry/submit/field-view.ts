import type { ReactNode } from "react";
import type { FieldProblem } from "../../../api/problem.js";

/** What a form holds, by the key of each field; which type a value has is for its control to say. */
export type Values = Readonly<Record<string, unknown>>;

/** A control whose value is JSON of its own making. */
export interface OwnControlProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave: () => void;
  /** One of its parts was left: `[0].config_override`. */
  readonly onLeavePart: (part: string) => void;
  readonly problem: string | undefined;
  /** What is wrong with one of its `parts`, or with an element of its list: `[0]`. */
  readonly problemAt: (part: string) => string | undefined;
}

export type Control =
  | { readonly kind: "text"; readonly mono?: boolean }
  | { readonly kind: "number" }
  | { readonly kind: "long"; readonly rows?: number; readonly mono?: boolean; readonly markdown?: boolean }
  /** One of those that the schema allows; `none` is what it means to choose nothing. */
  | {
      readonly kind: "choice";
      readonly none?: string;
      readonly words?: Readonly<Record<string, string>>;
      readonly without?: readonly string[];
    }
  | { readonly kind: "check" }
  /** A list of texts, each in a line of its own. */
  | { readonly kind: "lines"; readonly rows?: number; readonly mono?: boolean }
  /** A free JSON object. */
  | { readonly kind: "json" }
  | { readonly kind: "rows"; readonly one: string; readonly cells: readonly FieldView[] }
  | { readonly kind: "harnesses" }
  | { readonly kind: "team" }
  /** Drawn by whoever made it; its value goes into the payload as it is, and undefined leaves it out. */
  | {
      readonly kind: "own";
      readonly show: (props: OwnControlProps) => ReactNode;
      /** The members of its list's elements that show what is wrong with them; the rest is shown at the element. */
      readonly parts?: readonly string[];
      /** What could not be made of what was typed in its parts. */
      readonly problemsIn?: (value: unknown) => readonly FieldProblem[];
    };

/** How one field of a payload is shown. What it may hold is for the contract's schema to say. */
export interface FieldView {
  /** Its name in the payload. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Shown while nothing is typed. */
  readonly example?: string;
  readonly control: Control;
  /** The free JSON object of the payload that it is a member of. */
  readonly inside?: string;
  /** What a new form or row begins with, where that is not the schema's default. */
  readonly initial?: unknown;
  /** When a rule that the schema cannot say makes it needed: it is not called optional then. */
  readonly neededIf?: (values: Values) => boolean;
  readonly shownIf?: (values: Values) => boolean;
  /** When an empty text is an answer too. */
  readonly sentEmptyIf?: (values: Values) => boolean;
  /** The field that replaces it: when that one is given, the server forgets this one by itself. */
  readonly givesWayTo?: string;
}

export interface FormSection {
  readonly title: string;
  readonly intro?: string;
  /** Folded until someone wants it. */
  readonly rare?: boolean;
  readonly fields: readonly FieldView[];
}

export const keyOf = ({ name, inside }: Pick<FieldView, "name" | "inside">): string =>
  inside === undefined ? name : `${inside}.${name}`;

export const fieldsOf = (sections: readonly FormSection[]): readonly FieldView[] =>
  sections.flatMap(({ fields }) => fields);

export const isShown = ({ shownIf }: FieldView, values: Values): boolean => shownIf?.(values) ?? true;
