import { useState, type ChangeEvent } from "react";
import type { ApiProblem } from "../../api/problem.js";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Bound {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<Control>) => void;
}

/** The texts of a small form: `const { values, bind } = useTexts({ email: "" })`, `<Input {...bind("email")} />`. */
export function useTexts<Texts extends Readonly<Record<string, string>>>(initial: Texts) {
  const [values, setValues] = useState<Texts>(initial);
  const set = (changes: Partial<Texts>): void => setValues((before) => ({ ...before, ...changes }));
  const bind = (name: keyof Texts & string): Bound => ({
    name,
    value: values[name] ?? "",
    onChange: (event) => set({ [name]: event.target.value } as Partial<Texts>),
  });
  return { values, set, bind };
}

/** The server's error about a field of the body. */
export const problemWith = (problem: ApiProblem | null, field: string): string | undefined =>
  problem?.fields.find(({ path }) => path === `body.${field}` || path === field)?.message;
