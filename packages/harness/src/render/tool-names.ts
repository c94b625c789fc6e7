/** What a tool is for, whatever a harness calls it. */
export type ToolPurpose =
  | "read"
  | "write"
  | "edit"
  | "grep"
  | "glob"
  | "shell"
  | "fetch"
  | "web-search"
  | "task"
  | "todo";

/** How one harness names its tools. */
export interface ToolDialect {
  /** Several purposes may share a name where the harness makes no difference between them. */
  readonly names: Readonly<Partial<Record<ToolPurpose, readonly string[]>>>;
  /** Names that are written as they were given, because they are the harness's own. */
  readonly own: RegExp;
  /** A tool of an MCP server, or all of them. */
  mcp(server: string, tool: string | undefined): string;
  /** The harness reads `Bash(git:*)` as a tool with limited arguments. */
  readonly takesArguments?: boolean;
}

export type NamedTool =
  | { readonly kind: "everything" }
  | { readonly kind: "built-in"; readonly purposes: readonly ToolPurpose[]; readonly isLimited: boolean }
  | { readonly kind: "mcp"; readonly server: string; readonly tool?: string }
  | { readonly kind: "unknown" };

// Claude Code's names are compared with their case: its `Edit` changes files, while the `edit` of others also makes new ones.
const EXACT: Readonly<Record<string, readonly ToolPurpose[]>> = { Edit: ["edit"], Read: ["read"], Task: ["task"] };

const BY_PURPOSE: readonly (readonly [readonly ToolPurpose[], string])[] = [
  [["read"], "read notebookread readfile read_file read_many_files fs_read view view_file cat problems changes"],
  [["read"], "terminallastcommand terminalselection testfailure"],
  [["write"], "write write_file write_to_file create createfile"],
  [["edit"], "multiedit notebookedit replace str_replace str_replace_editor apply_patch patch replace_file_content"],
  [["edit", "write"], "edit editfiles fs_write new"],
  [["grep"], "grep grep_search search_file_content textsearch search_files"],
  [["glob"], "glob filesearch ls list list_dir list_directory list_files find_by_name"],
  [["grep", "glob"], "search codebase usages searchresults findtestfiles"],
  [["shell"], "bash shell execute execute_bash run_shell_command run_command execute_command run_terminal_cmd"],
  [["shell"], "powershell terminal terminalcommand runcommands runinterminal runtasks runtests bashoutput killshell"],
  [["fetch"], "webfetch web_fetch fetch read_url_content githubrepo opensimplebrowser"],
  [["web-search"], "websearch web_search google_web_search search_web"],
  [["fetch", "web-search"], "web"],
  [["task"], "task agent runsubagent subagent use_subagent custom-agent"],
  [["todo"], "todo todos todowrite todoread todo_list write_todos"],
];
const KNOWN: ReadonlyMap<string, readonly ToolPurpose[]> = new Map(
  BY_PURPOSE.flatMap(([purposes, names]) => names.split(" ").map((name) => [name, purposes] as const)),
);
/** VS Code groups its tools: `edit/editFiles`. Anything else before a slash is an MCP server or an extension. */
const GROUPS: Readonly<Record<string, readonly ToolPurpose[]>> = {
  read: ["read"],
  edit: ["edit", "write"],
  search: ["grep", "glob"],
  execute: ["shell"],
  runCommands: ["shell"],
  web: ["fetch", "web-search"],
  agent: ["task"],
  todo: ["todo"],
};
const FOREIGN_GROUPS = new Set(["vscode", "browser"]);

/** What a name in an agent's list, or in a hook's matcher, stands for. */
export function readToolName(given: string): NamedTool {
  if (given === "*" || given === "all") return { kind: "everything" };
  const open = given.indexOf("(");
  const name = open === -1 ? given : given.slice(0, open);
  if (name.startsWith(CLAUDE_MCP)) return claudeMcpTool(name.slice(CLAUDE_MCP.length));
  const [, ofKiro, kiroTool] = /^@([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
  if (ofKiro !== undefined) return mcpTool(ofKiro, kiroTool);
  const slash = name.indexOf("/");
  if (slash > 0) return groupedTool(name.slice(0, slash), name.slice(slash + 1));
  const purposes = Object.hasOwn(EXACT, name) ? EXACT[name] : KNOWN.get(name.toLowerCase());
  return purposes === undefined ? { kind: "unknown" } : { kind: "built-in", purposes, isLimited: open !== -1 };
}

const CLAUDE_MCP = "mcp__";

/** `server__tool`, or the server alone. */
function claudeMcpTool(rest: string): NamedTool {
  const at = rest.indexOf("__", 1);
  return at === -1 ? mcpTool(rest, undefined) : mcpTool(rest.slice(0, at), rest.slice(at + 2) || undefined);
}

function mcpTool(server: string, tool: string | undefined): NamedTool {
  return tool === undefined || tool === "*" ? { kind: "mcp", server } : { kind: "mcp", server, tool };
}

function groupedTool(group: string, tool: string): NamedTool {
  if (FOREIGN_GROUPS.has(group)) return { kind: "unknown" };
  const purposes = Object.hasOwn(GROUPS, group) ? GROUPS[group] : undefined;
  return purposes === undefined ? mcpTool(group, tool) : { kind: "built-in", purposes, isLimited: false };
}

/** The harness's names for a tool; none where it has no such tool, or cannot limit it as the name does. */
export function spellTool(given: string, dialect: ToolDialect): readonly string[] {
  const tool = readToolName(given);
  if (dialect.own.test(given) && (dialect.takesArguments === true || !given.includes("("))) return [given];
  if (tool.kind === "mcp") return [dialect.mcp(tool.server, tool.tool)];
  if (tool.kind !== "built-in" || tool.isLimited) return [];
  return spellPurposes(tool.purposes, dialect);
}

export function spellPurposes(purposes: readonly ToolPurpose[], { names }: ToolDialect): readonly string[] {
  return [...new Set(purposes.flatMap((purpose) => names[purpose] ?? []))];
}

/** VS Code and Copilot CLI have the same groups, and name the tools of servers alike. */
export const COPILOT_TOOLS: ToolDialect = {
  names: {
    read: ["read"],
    write: ["edit"],
    edit: ["edit"],
    grep: ["search"],
    glob: ["search"],
    shell: ["execute"],
    fetch: ["web"],
    "web-search": ["web"],
    task: ["agent"],
    todo: ["todo"],
  },
  // Only VS Code has names with blanks: those under which it shows the servers.
  own: /^(?!mcp_)(?:[a-z]|[\w.-]+ [\w .-]+$)/,
  mcp: (server, tool) => `${server}/${tool ?? "*"}`,
};
