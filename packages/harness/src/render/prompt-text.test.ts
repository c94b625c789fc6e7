import { expect, test } from "vitest";
import { renderPrompt } from "../render-prompt.js";
import { PROMPT } from "../testing/examples.js";

const COMMAND = "Fix $ARGUMENTS, as in ${{ github.ref }} or <p>{{ value }}</p> {% raw %}.\n";

test.each(["claude-code", "opencode", "pi", "copilot-cli"] as const)("%s gets a command as it was written", (id) => {
  for (const variables of [[], [{ name: "value" }, { name: "github.ref" }]])
    expect(renderPrompt(id, { ...PROMPT, template: COMMAND, variables }).files[0]?.content).toContain(COMMAND);
});

test.each([
  ["gemini-cli", "Fix {{args}}, as in ${{ github.ref }} or <p>{{ value }}</p> {% raw %}."],
  ["copilot", "Fix ${input:arguments}, as in ${{ github.ref }} or <p>{{ value }}</p> {% raw %}."],
  ["goose", "Fix {{ arguments }}, as in ${{ '{{' }} github.ref }} or <p>{{ '{{' }} value }}</p> {{ '{%' }} raw %}."],
] as const)("%s leaves the braces of a command that are no variables", (id, text) => {
  expect(renderPrompt(id, { ...PROMPT, template: COMMAND, variables: [] }).files[0]?.content).toContain(text);
});

test.each([
  ["{{{ z }}}", "{{ '{{{' }} z }}}"],
  ["{{{ value }}}", "{{ '{' }}{{ value }}}"],
  ["{{{{raw}}}} {{value}}", "{{ '{{{{' }}raw}}}} {{value}}"],
  ["f{{{%x %}{#", "f{{ '{{{%' }}x %}{{ '{#' }}"],
])("goose gets the braces in %j as text", (template, text) => {
  const [file] = renderPrompt("goose", { ...PROMPT, template, variables: [{ name: "value" }] }).files;
  expect(file?.content).toContain(text);
});
