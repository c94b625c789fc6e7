import { expect, test } from "vitest";
import { COPILOT_TOOLS, spellTool } from "./tool-names.js";

test.each([
  ["Microsoft Docs", ["Microsoft Docs"]],
  ["edit/editFiles", ["edit/editFiles"]],
  ["Bash(git log)", []],
  ["ExitPlanMode", []],
  ["Read", ["read"]],
])("VS Code's list has %j as %j", (tool, names) => {
  expect(spellTool(tool, COPILOT_TOOLS)).toEqual(names);
});
