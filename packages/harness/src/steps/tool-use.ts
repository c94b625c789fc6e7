import { readToolName } from "../render/tool-names.js";
import { isRecord } from "../transcript/json.js";
import { commandOf } from "./tool-input.js";

/** What kind of step a call of a tool is, whatever the harness calls the tool. */
export type ToolUse = "read" | "edit" | "command" | "web" | "subagent" | "plan" | "tool";

/** Names that only transcripts have; those that agents also list are in `tool-names.ts`. Without case, `_` and `-`. */
const BY_USE: readonly (readonly [ToolUse, string])[] = [
  ["read", "viewimage findfiles fileread codebasesearch semanticsearch filereadtool readfiles getproblems geterrors"],
  [
    "read",
    "listcodedefinitionnames readlints fsread grepsearch fileglobsearch viewcodeitem searchcode readmcpresource",
  ],
  ["edit", "editfile createfile searchreplace strreplace strreplacebasededittool inserteditintofile replaceinfile"],
  ["edit", "texteditor editedexistingfile newfilecreated fswrite fsappend multiedit editnotebook deletefile applydiff"],
  ["edit", "replacestringinfile multireplacestringinfile codeaction writefile insertcontent patch applypatch undoedit"],
  ["command", "exec execcommand localshell runinterminal runterminalcommand writestdin shellcommand executepwsh"],
  ["command", "unifiedexec containerexec executecode getterminaloutput runtests runtask terminal sendcommandinput"],
  ["web", "websearchtool fetchwebpage readwebpage openurl browseraction"],
  ["subagent", "spawnagent newtask delegate oracle runsubagent invokesubagent subagent dispatchagent"],
  ["plan", "updateplan todowrite taskcreate taskupdate managetodolist exitplanmode updatetodolist setplan"],
];
const KNOWN: ReadonlyMap<string, ToolUse> = new Map(
  BY_USE.flatMap(([use, names]) => names.split(" ").map((name) => [name, use] as const)),
);

const OF_PURPOSE = {
  read: "read",
  grep: "read",
  glob: "read",
  write: "edit",
  edit: "edit",
  shell: "command",
  fetch: "web",
  "web-search": "web",
  task: "subagent",
  todo: "plan",
} as const;

/** Before the tools of an extension that are built in all the same. */
const OWN_PREFIX = /^(?:copilot_|developer__|functions\.|default_api:)/;

/** The name without what the harness puts before its own tools. */
export const plainToolName = (name: string): string => name.replace(OWN_PREFIX, "");

/** The server and tool of an MCP call; null for a tool of the harness. */
export function mcpToolOf(name: string): { readonly server: string; readonly tool: string } | null {
  if (!name.startsWith("mcp__") && !name.startsWith("@")) return null;
  const named = readToolName(name);
  return named.kind === "mcp" ? { server: named.server, tool: named.tool ?? "" } : null;
}

/** Codex also gives a patch to its shell. */
export const hasPatch = (text: string | null): boolean => text !== null && text.includes("*** Begin Patch");

export function toolUseOf(name: string | null, input: unknown): ToolUse {
  if (name === null || mcpToolOf(name) !== null) return "tool";
  const plain = plainToolName(name);
  const use = KNOWN.get(plain.toLowerCase().replaceAll(/[_-]/g, "")) ?? ofPurpose(plain);
  if (use === "command" && hasPatch(commandOf(input))) return "edit";
  // One tool looks at files and changes them, as its command says.
  const isLook = use === "edit" && isRecord(input) && input["command"] === "view";
  return isLook ? "read" : use;
}

function ofPurpose(name: string): ToolUse {
  const named = readToolName(name);
  const [purpose] = named.kind === "built-in" ? named.purposes : [];
  return purpose === undefined ? "tool" : OF_PURPOSE[purpose];
}
