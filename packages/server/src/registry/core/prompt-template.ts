import type { FieldError, PromptVariable } from "@tackroom/contract";
import type { Static } from "typebox";

export type Variable = Static<typeof PromptVariable>;
export type Rendering = { readonly rendered: string } | { readonly missing: readonly string[] };

/** The names that the schema of variables allows; anything else in braces is text. Bounded, so that no text is slow. */
const PLACEHOLDER = /\{\{[ \t]{0,20}([A-Za-z_][A-Za-z0-9_.-]{0,99})[ \t]{0,20}\}\}/g;

/** Everything that can be a variable of a template, each once, in the order of first use. */
export function namesInBraces(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(PLACEHOLDER), ([, name = ""]) => name))];
}

/**
 * The variables of a template that nobody has declared. `${{ … }}` belongs to workflows of GitHub, and a template with
 * `$ARGUMENTS` is a command of a harness, where braces are sample code. Only what is declared is a variable there.
 */
export function variablesOf(template: string): string[] {
  return template.includes("$ARGUMENTS") ? [] : namesInBraces(template.replaceAll("${{", ""));
}

export function derivedVariables(template: string): Variable[] {
  return variablesOf(template).map((name) => ({ name, required: true }));
}

/** Variables that are given must be exactly the template's; they may also name what is not a variable without being declared. */
export function checkVariables(template: string, given?: readonly Variable[]): FieldError[] {
  if (given === undefined) return [];
  const used = new Set(namesInBraces(template));
  const names = given.map(({ name }) => name);
  const missing = variablesOf(template).filter((name) => !names.includes(name));
  return [
    ...names.flatMap((name, index) => problemOf(name, { index, used, names })),
    ...missing.map((name) => ({
      path: "variables",
      message: `The template uses {{ ${name} }}, which is not declared in variables. Declare it, or omit variables to derive them from the template.`,
    })),
  ];
}

interface Place {
  readonly index: number;
  readonly used: ReadonlySet<string>;
  readonly names: readonly string[];
}

function problemOf(name: string, { index, used, names }: Place): FieldError[] {
  const path = `variables[${index}].name`;
  if (names.indexOf(name) !== index) {
    return [{ path, message: `Duplicate variable "${name}". Remove one of the two.` }];
  }
  if (used.has(name)) return [];
  return [{ path, message: `The template does not use {{ ${name} }}. Use it, or remove the variable.` }];
}

/**
 * Fills a template in one pass: braces in a value stay text. A variable needs a value unless it has a default or is
 * marked as not required, when it becomes empty.
 */
export function renderTemplate(
  template: string,
  variables: readonly Variable[],
  values: Readonly<Record<string, unknown>>,
): Rendering {
  const known = new Map(variables.map((variable) => [variable.name, variable]));
  const valueOf = (name: string): string | undefined => {
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    if (given !== undefined && given !== null) return asText(given);
    const variable = known.get(name);
    return variable?.default ?? (variable?.required === false ? "" : undefined);
  };
  const wanted = new Set([...variablesOf(template), ...known.keys()]);
  const missing = namesInBraces(template).filter((name) => wanted.has(name) && valueOf(name) === undefined);
  if (missing.length > 0) return { missing };
  const write = (whole: string, name: string): string => (wanted.has(name) ? (valueOf(name) ?? "") : whole);
  return { rendered: template.replaceAll(PLACEHOLDER, write) };
}

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
