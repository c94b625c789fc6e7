import type { ReactNode } from "react";
import type { FieldProblem } from "../../../api/problem.js";

/** The values of a form by field key. The type of a value depends on its control. */
export type Values = Readonly<Record<string, unknown>>;

/** A custom control with a JSON value. */
export interface OwnControlProps {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onLeave: () => void;
  /** Called when one of its parts loses the focus: `[0].config_override`. */
  readonly onLeavePart: (part: string) => void;
  readonly problem: string | undefined;
  /** The error of one of its `parts` or of a list element: `[0]`. */
  readonly problemAt: (part: string) => string | undefined;
}

export type Control =
  | { readonly kind: "text"; readonly mono?: boolean }
  | { readonly kind: "number" }
  | { readonly kind: "long"; readonly rows?: number; readonly mono?: boolean; readonly markdown?: boolean }
  /** One of the schema's values; `none` is the label of an empty selection. */
  | {
      readonly kind: "choice";
      readonly none?: string;
      readonly words?: Readonly<Record<string, string>>;
      readonly without?: readonly string[];
    }
  | { readonly kind: "check" }
  /** A list of texts, one per line. */
  | { readonly kind: "lines"; readonly rows?: number; readonly mono?: boolean }
  /** A free JSON object. */
  | { readonly kind: "json" }
  | { readonly kind: "rows"; readonly one: string; readonly cells: readonly FieldView[] }
  /** The URL of an MCP server's repository, which can be analyzed. */
  | { readonly kind: "repository" }
  | { readonly kind: "harnesses" }
  | { readonly kind: "team" }
  /** A custom control. Its value is added to the payload unchanged; undefined omits it. */
  | {
      readonly kind: "own";
      readonly show: (props: OwnControlProps) => ReactNode;
      /** The members of list elements that show their own errors; other errors are shown at the element. */
      readonly parts?: readonly string[];
      /** The errors of texts in its parts that could not be parsed. */
      readonly problemsIn?: (value: unknown) => readonly FieldProblem[];
    };

/** How a field of a payload is displayed. The contract's schema defines its values. */
export interface FieldView {
  /** Its name in the payload. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Shown while nothing is typed. */
  readonly example?: string;
  readonly control: Control;
  /** The free-form JSON object of the payload that contains it. */
  readonly inside?: string;
  /** The initial value in a new form or row, if it differs from the schema's default. */
  readonly initial?: unknown;
  /** When a rule that the schema cannot express makes it required. */
  readonly neededIf?: (values: Values) => boolean;
  readonly shownIf?: (values: Values) => boolean;
  /** When an empty text is a valid value. */
  readonly sentEmptyIf?: (values: Values) => boolean;
  /** The field that replaces it: if that field is set, the server clears this one. */
  readonly givesWayTo?: string;
}

export interface FormSection {
  readonly title: string;
  readonly intro?: string;
  /** Collapsed by default. */
  readonly rare?: boolean;
  readonly fields: readonly FieldView[];
}

export const keyOf = ({ name, inside }: Pick<FieldView, "name" | "inside">): string =>
  inside === undefined ? name : `${inside}.${name}`;

export const fieldsOf = (sections: readonly FormSection[]): readonly FieldView[] =>
  sections.flatMap(({ fields }) => fields);

export const isShown = ({ shownIf }: FieldView, values: Values): boolean => shownIf?.(values) ?? true;
