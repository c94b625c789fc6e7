import type { PromptTemplate } from "../neutral.js";
import { frontMatter, withFinalNewline } from "./text.js";

const TYPED = "$ARGUMENTS";
const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}/g;

/** Claude Code's commands say `$ARGUMENTS` for what is typed after them: a variable like others, in each harness's own form. */
export function withNamedArguments(prompt: PromptTemplate): PromptTemplate {
  if (!prompt.template.includes(TYPED)) return prompt;
  // Also names in braces that are only text.
  const taken = new Set(Array.from(prompt.template.matchAll(PLACEHOLDER), ([, name]) => name));
  const name = ["arguments", "typed_arguments"].find((each) => !taken.has(each)) ?? TYPED;
  return {
    ...prompt,
    typedArguments: name,
    template: prompt.template.replaceAll(TYPED, `{{ ${name} }}`),
    variables: [...prompt.variables, { name, description: "Text typed after the command", required: false }],
  };
}

/** `{{ name }}` replaced by `write(name)`, for the template's own variables only. */
export function replaceVariables({ template, variables }: PromptTemplate, write: (name: string) => string): string {
  const names = new Set(variables.map(({ name }) => name));
  return template.replaceAll(PLACEHOLDER, (whole: string, name: string) => (names.has(name) ? write(name) : whole));
}

/**
 * A command gets one string from the user. A single variable takes it; several stay in the text,
 * and a last line says what the user gave for them. A command of a harness that has the same word for it stays as it was written.
 */
export function withArguments(prompt: PromptTemplate, token: string): string {
  const typed = prompt.variables.filter(({ name }) => name === prompt.typedArguments);
  if (token === TYPED && typed.length > 0) return replaceVariables({ ...prompt, variables: typed }, () => token);
  const [only, ...others] = prompt.variables;
  if (only === undefined) return prompt.template;
  if (others.length === 0) return replaceVariables(prompt, () => token);
  return withLastLine(prompt, `Values for ${namesOf(prompt)}, in this order: ${token}`);
}

/** For a harness that adds what the user typed to the end of the prompt. */
export function withTypedArguments(prompt: PromptTemplate): string {
  if (prompt.variables.length === 0) return prompt.template;
  return withLastLine(
    prompt,
    `Take the values for ${namesOf(prompt)} from the following text; ask for those that are missing.`,
  );
}

/** For a harness that reads templates as Jinja does: braces around anything but a variable are text, and runs of them are quoted whole. */
export function withOtherBracesQuoted({ template, variables }: PromptTemplate): string {
  const names = new Set(variables.map(({ name }) => name));
  return template.replaceAll(
    JINJA,
    (whole: string, braces: string, variable: string | undefined, name: string | undefined) => {
      if (variable === undefined || name === undefined) return quotedBraces(whole);
      if (names.has(name)) return quotedBraces(braces) + variable;
      return `${quotedBraces(`${braces}{{`)}${variable.slice(2)}`;
    },
  );
}

const JINJA = /(\{*)(\{\{\s*([A-Za-z0-9_.-]+)\s*\}\})|\{{2,}[%#]?|\{[%#]/g;

const quotedBraces = (braces: string): string => (braces === "" ? "" : `{{ '${braces}' }}`);

function namesOf({ variables }: PromptTemplate): string {
  return variables.map(({ name }) => `{{ ${name} }}`).join(", ");
}

function withLastLine({ template }: PromptTemplate, line: string): string {
  return `${withFinalNewline(template)}\n${line}`;
}

/** What a list of commands shows beside the name. */
export function described(prompt: PromptTemplate, body: string): string {
  return frontMatter({ description: prompt.description }, body);
}

/** Markdown without front matter; a text that begins like some must not be read so. */
export function plainMarkdown(body: string): string {
  return withFinalNewline(body.startsWith("---") ? `\n${body}` : body);
}

export function markdownName(name: string): string {
  return `${name}.md`;
}
