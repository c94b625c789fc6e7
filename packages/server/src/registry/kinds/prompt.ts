import { renderPrompt, templateOf } from "@tackroom/harness";
import { checkPrompt, keptPrompt } from "../core/check-prompt.js";
import { inWords, recordsOf, textOf } from "../core/fields.js";
import { derivedVariables } from "../core/prompt-template.js";
import type { Kind } from "./kind.js";

export const prompts: Kind = {
  type: "prompts",
  kind: "prompt",
  complete: (fields) => {
    const template = textOf(fields, "template");
    return template === undefined || fields["variables"]
      ? fields
      : { ...fields, variables: derivedVariables(template) };
  },
  kept: keptPrompt,
  check: checkPrompt,
  missing: ({ template, category }) => [...(template ? [] : ["a template"]), ...(category ? [] : ["a category"])],
  facets: ({ fields }) => [`category:${textOf(fields, "category") ?? ""}`],
  discoverable: ({ fields }) => {
    const category = textOf(fields, "category") ?? "general";
    const variables = recordsOf(fields, "variables").map(({ name }) => String(name));
    return {
      capabilities: [category, ...variables.map((name) => `variable:${name}`)],
      topics: [category],
      phrases: [`a prompt for ${inWords(category)}`, `help me with ${inWords(category)}`],
      use: "now",
      details: { category, variables },
    };
  },
  summary: ({ fields }) => ({ category: textOf(fields, "category") ?? "" }),
  detail: () => ({}),
  install(version, harness) {
    const { snippet, warnings } = renderPrompt(harness, templateOf(version));
    return { config_snippet: snippet, warnings };
  },
};
