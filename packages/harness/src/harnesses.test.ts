import { expect, test } from "vitest";
import { parseHarnessId } from "./harnesses.js";

test.each([
  ["claude-code", "claude-code"],
  ["claude_code", "claude-code"],
  ["copilot_cli", "copilot-cli"],
  ["pi", "pi"],
  ["notepad", undefined],
  ["Claude-Code", undefined],
  ["constructor", undefined],
  ["", undefined],
])("reads %j as %j", (text, id) => {
  expect(parseHarnessId(text)).toBe(id);
});
