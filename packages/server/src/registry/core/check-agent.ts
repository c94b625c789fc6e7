import { AgentName, type FieldError } from "@tackroom/contract";
import { Check } from "typebox/value";
import { checkCommand } from "./commands.js";
import { memberPath, recordOf, recordsOf, textOf, textsOf, type Fields } from "./fields.js";

export interface AgentContext {
  readonly isHarness: (text: string) => boolean;
}

/** What the schema cannot say about an agent. Whether its components exist, each once, is for the registry to find out. */
export function checkAgent(fields: Fields, { isHarness }: AgentContext): FieldError[] {
  return [
    ...checkPromptThere(fields),
    ...recordsOf(fields, "external_mcps").flatMap(checkExternalMcp),
    ...repeated(recordsOf(fields, "external_mcps").map((entry) => textOf(entry, "name") ?? "")).map((index) => ({
      path: `external_mcps[${index}].name`,
      message: "Two external MCP servers have this name. Rename one of them.",
    })),
    ...Object.keys(recordOf(fields, "models_by_harness"))
      .filter((harness) => !isHarness(harness))
      .map((harness) => ({
        path: memberPath("models_by_harness", harness),
        message: "Unknown harness. Correct the ID or remove it.",
      })),
  ];
}

export function checkAgentName(name: string): FieldError[] {
  if (Check(AgentName, name)) return [];
  const message = "An agent name must be 1 to 64 lowercase letters, digits, - and _, and start with a letter or digit.";
  return [{ path: "name", message }];
}

function checkPromptThere(fields: Fields): FieldError[] {
  const { prompt } = fields as { prompt?: unknown };
  if (typeof prompt === "string" && prompt.trim() !== "") return [];
  if (recordsOf(fields, "components").some((component) => component["component_type"] === "prompt")) return [];
  return [{ path: "prompt", message: "An agent requires a prompt: set one here, or add a component of type prompt." }];
}

function checkExternalMcp(entry: Fields, index: number): FieldError[] {
  const path = `external_mcps[${index}]`;
  const command = textOf(entry, "command");
  const args = textsOf(entry, "args");
  if (command === undefined && args.length === 0 && textOf(entry, "url") === undefined) {
    return [{ path, message: "The server requires either a url, or a command with its args." }];
  }
  const badNames = Object.keys(recordOf(entry, "env")).filter((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
  return [
    ...checkCommand({ command: command ?? "npx", args }, path),
    ...badNames.map((name) => ({
      path: memberPath(`${path}.env`, name),
      message: "A variable name must consist of letters, digits and _, and must not start with a digit.",
    })),
  ];
}

/** The places of those that were there before. */
function repeated(keys: readonly string[]): number[] {
  const seen = new Set<string>();
  return keys.flatMap((key, index) => {
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}
