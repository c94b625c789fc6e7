import type { FieldError } from "@tackroom/contract";
import { textOf, type Fields } from "./fields.js";
import { checkVariables, derivedVariables, namesInBraces, type Variable } from "./prompt-template.js";

export function checkPrompt(fields: Fields): FieldError[] {
  return checkVariables(textOf(fields, "template") ?? "", givenVariables(fields));
}

/** Variables that were not given are the template's. */
export function completePrompt<F extends Fields>(fields: F): F {
  if (givenVariables(fields) !== undefined) return fields;
  return { ...fields, variables: derivedVariables(textOf(fields, "template") ?? "") };
}

/** Under another template, variables that it still has keep what is said of them, and the others are derived. */
export function keptPrompt(before: Fields, change: Fields): Fields {
  if (textOf(change, "template") === undefined || givenVariables(change) !== undefined) return before;
  const known = new Map((givenVariables(before) ?? []).map((variable) => [variable.name, variable]));
  const template = textOf(change, "template") ?? "";
  const derived = new Map(derivedVariables(template).map((variable) => [variable.name, variable]));
  const variables = namesInBraces(template).flatMap((name) => known.get(name) ?? derived.get(name) ?? []);
  return { ...before, variables };
}

function givenVariables(fields: Fields): readonly Variable[] | undefined {
  const { variables } = fields as { variables?: readonly Variable[] | null };
  return Array.isArray(variables) ? variables : undefined;
}
