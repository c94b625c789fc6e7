import { useCallback, useMemo, useRef, useState } from "react";
import type { ItemType } from "../../../api/kinds.js";
import { ApiProblem, type FieldProblem } from "../../../api/problem.js";
import { componentProblems } from "./component-problems.js";
import type { FieldView, Values } from "./field-view.js";
import { writePayload, type Written } from "./form-values.js";
import { placeProblems } from "./place-problems.js";
import { fieldPath } from "./schemas.js";

/** Validates a payload: usually `schemaProblems` of the body to send. */
export type Check = (written: Written) => readonly FieldProblem[];

export interface ItemForm {
  readonly fields: readonly FieldView[];
  readonly values: Values;
  readonly written: Written;
  /** Whether there are unsaved changes. */
  hasUnsaved(): boolean;
  set(changes: Values): void;
  /** A field lost the focus: from now on it shows its errors. */
  leave(path: string): void;
  problemAt(path: string): string | undefined;
  /** Shows all errors of this check; true when there are none. */
  attempt(check: Check): boolean;
  /** Assigns the server's errors to fields, and returns the rest. */
  refuse(problem: ApiProblem): ApiProblem;
  /** Marks everything as saved. */
  accept(): void;
  /** Incremented on every failed attempt, so that the form can focus the first error. */
  readonly refusals: number;
}

interface FormOptions {
  readonly type: ItemType;
  readonly fields: readonly FieldView[];
  readonly initial: Values;
  /** The check that runs while the user types. */
  readonly check: Check;
}

/** The values of a form for an item, with the errors of each field. */
export function useItemForm({ type, fields, initial, check }: FormOptions): ItemForm {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [serverProblems, setServerProblems] = useState<readonly FieldProblem[]>([]);
  const [refusals, setRefusals] = useState(0);
  const unsaved = useRef(false);
  const written = useMemo(() => writePayload(fields, values), [fields, values]);
  const found = useMemo(
    () => placeProblems(fields, values, [...written.problems, ...check(written)]).at,
    [fields, values, written, check],
  );
  const refused = useMemo(() => placeProblems(fields, values, serverProblems).at, [fields, values, serverProblems]);
  const showAll = (paths: Iterable<string>): void => {
    setLeft((before) => new Set([...before, ...paths]));
    setRefusals((count) => count + 1);
  };
  const set = useCallback((changes: Values) => {
    unsaved.current = true;
    setValues((before) => ({ ...before, ...changes }));
    // The server's errors about the previous value no longer apply.
    setServerProblems((before) => before.filter(({ path }) => !isAbout(path, Object.keys(changes))));
  }, []);
  return {
    fields,
    values,
    written,
    hasUnsaved: () => unsaved.current,
    set,
    leave: useCallback(
      (path: string) => setLeft((before) => (before.has(path) ? before : new Set([...before, path]))),
      [],
    ),
    problemAt: (path) => refused.get(path) ?? (left.has(path) ? found.get(path) : undefined),
    attempt(checkAll) {
      const { at, rest } = placeProblems(fields, values, [...written.problems, ...checkAll(written)]);
      if (at.size + rest.length === 0) return true;
      showAll(at.keys());
      return false;
    },
    refuse(problem) {
      const problems = problemsIn(type, values, problem);
      const { at, rest } = placeProblems(fields, values, problems);
      setServerProblems(problems);
      if (at.size > 0) showAll([]);
      const { status, code, requestId } = problem;
      // Errors shown at fields are not repeated.
      const message = at.size > 0 && rest.length === 0 ? "Fix the highlighted fields." : problem.message;
      return new ApiProblem(message, { status, code, requestId, fields: rest });
    },
    accept: () => void (unsaved.current = false),
    refusals,
  };
}

const isAbout = (path: string, keys: readonly string[]): boolean =>
  keys.some((key) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`));

function problemsIn(type: ItemType, values: Values, problem: ApiProblem): readonly FieldProblem[] {
  const { code, message, fields, components } = problem;
  if (code === "name_taken") return [{ path: "name", message }];
  return [
    ...fields.map((field) => ({ ...field, path: fieldPath(type, field.path) })),
    ...componentProblems(values, components),
  ];
}
