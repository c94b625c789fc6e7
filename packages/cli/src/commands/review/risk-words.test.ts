import { expect, test } from "vitest";
import { riskWords } from "./risk-words.js";

const found = (code: string, severity: "high" | "medium") =>
  ({ code, severity, path: "files[0].content", message: "It is risky." }) as never;

test("each risk of a submission is named once, with how often it was found", () => {
  const signals = [found("pipe_to_shell", "high"), found("executable_files", "medium"), found("pipe_to_shell", "high")];
  expect(riskWords(signals)).toBe("pipe_to_shell×2 executable_files");
  expect(riskWords(signals, true)).toBe("pipe_to_shell(high)×2 executable_files(medium)");
});
