import type {
  AgentDefinition,
  FileFormat,
  FileToMerge,
  FileToWrite,
  HookEvent,
  Platform,
  PromptTemplate,
  Scope,
  Transport,
} from "./neutral.js";
import type { ResolvedServer, VariableStyle } from "./render/resolve-server.js";
import type { ModelDialect } from "./render/model-names.js";
import type { ToolDialect } from "./render/tool-names.js";
import type { RecordingFacts } from "./recording/recording-facts.js";
import type { MovedFolder, Presence, ScanFacts } from "./scan/scan-facts.js";
import type { KeptSessions, UnreadSessions } from "./sessions/kept-sessions.js";
import type { TranscriptDialect } from "./transcript/transcript-dialect.js";

export type Capability = "mcp_servers" | "agents" | "skills" | "hooks" | "prompts" | "sandboxes";

/**
 * Where something lives in each scope. A scope that is absent has no such place, or none that is documented. Paths may hold
 * `{name}`, which `fillPath` replaces. What installs may write is derived from these too: see `install-places.ts`.
 */
export interface Places {
  readonly project?: string;
  readonly user?: string | ((platform: Platform | undefined) => string);
}

/** An entry of the harness's MCP file. */
export interface McpEntry {
  readonly entry: Readonly<Record<string, unknown>>;
  /** Members that the file needs beside the entry, as VS Code's `inputs`; lists are joined. */
  readonly beside?: Readonly<Record<string, readonly unknown[]>>;
  readonly warnings?: readonly string[];
}

export interface McpDialect {
  readonly format: FileFormat;
  readonly places: Places;
  /** The same file under another name, which is used where it is there and the first is not. */
  readonly otherPlaces?: Places;
  readonly rootKey: string;
  /** The lists that entries may need beside them. */
  readonly besideLists?: readonly string[];
  readonly transports: readonly Transport[];
  readonly variables: VariableStyle;
  /** Where the harness keeps which tools run unasked: in the entry, in its settings, or nowhere by tool. */
  readonly autoApprove: "entry" | "settings" | "none";
  /** A remote entry takes variables too. */
  readonly remoteVariables?: boolean;
  entry(server: ResolvedServer): McpEntry;
  /** What must be told with every server: an adapter to install, a reload. */
  readonly advice?: string;
  /** The argv that adds the server, where the harness has a command for it. Without a scope: the command's own. */
  addCommand?(server: ResolvedServer, scope?: Scope): readonly string[];
  /** Members that the snippet of one server has beside its entry. */
  extras?(server: ResolvedServer): Readonly<Record<string, unknown>>;
}

/** The events that we name; the end of a session is ours, no component can ask for it. */
export type LifecycleEvent = HookEvent | "SessionEnd";

export type HookAction =
  | {
      readonly type: "command";
      readonly command: string;
      readonly args: readonly string[];
      readonly timeoutSeconds?: number;
      readonly background: boolean;
    }
  | {
      readonly type: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly timeoutSeconds?: number;
    };

/** One hook, its event already spelled as the harness does. */
export interface HookEntry {
  /** Whose it is: the name of the component, or `tackroom`. */
  readonly owner: string;
  readonly event: string;
  readonly matcher?: string;
  /** The agent that the hook was installed with, when it reports sessions. */
  readonly agentId?: string;
  readonly action: HookAction;
}

export interface HookPlace {
  readonly scope: Scope;
  readonly platform?: Platform;
  /** Names the file, where each install has a file of its own. */
  readonly name: string;
}

export interface ScriptFolder {
  readonly folder: string;
  readonly reference: string;
}

export interface RenderedHooks {
  /** What the harness's own file says. */
  readonly snippet: Readonly<Record<string, unknown>>;
  /** The same as a file, unless it goes into another document of the harness. */
  readonly config?: FileToMerge;
  readonly files: readonly FileToWrite[];
  readonly notes: readonly string[];
}

/** A harness that runs a program, or calls a URL, at an event. */
export interface HookDialect {
  readonly kind: "handlers";
  /** Several spellings: the harness splits the event by what the tool does. */
  readonly events: Readonly<Partial<Record<LifecycleEvent, readonly string[]>>>;
  /** The events that report a session, where they are not UserPromptSubmit and Stop. Empty: none are installed. */
  readonly sessionEvents?: readonly string[];
  /** Why no sessions are reported, when `sessionEvents` is empty. */
  readonly noSessions?: string;
  readonly http: boolean;
  readonly background: boolean;
  /** Whether the harness runs a hook for some tools only. */
  readonly matchers: boolean;
  /** It ignores a matcher, and another harness that reads the same files does not. */
  readonly writesMatchers?: boolean;
  /** Its tools have the names that Claude Code gave them. */
  readonly claudeToolNames?: boolean;
  /** The file of the hooks; `{name}` is `HookPlace.name`, or the event where each has a file of its own. */
  readonly places: Required<Places>;
  /** Pointers to what installs set in that file, where it is shared: `{key}` is one part. Absent: the file is ours alone. */
  readonly keys?: readonly string[];
  /** The file is a program that the harness starts. */
  readonly executable?: boolean;
  /** A further file of ours, which tells the harness of the hooks. */
  readonly manifest?: Required<Places>;
  /** The folder for scripts, and how a command names it. */
  scripts(place: HookPlace): ScriptFolder;
  readonly advice?: string;
  /** The command of the session hook, where the payload does not say which event it was. */
  readonly sessionCommandTakesEvent?: boolean;
  render(entries: readonly HookEntry[], place: HookPlace): RenderedHooks;
}

/** A harness whose hooks are code that it loads, or that has none. */
export interface NoHandlers {
  readonly kind: "none";
  readonly reason: string;
  /** What the author of a hook can do instead. */
  readonly remedy: string;
  /** A plugin of ours that reports sessions. */
  readonly sessionPlugin?: {
    readonly places: Required<Places>;
    content(platform: Platform | undefined): string;
  };
}

export interface PromptDialect {
  readonly places: Places;
  render(prompt: PromptTemplate): string;
  /** The file's name in its folder. */
  filename(name: string): string;
  readonly advice?: string;
  /** A further entry that makes the prompt a command, where the file alone does not. */
  readonly config?: PromptConfig;
}

/** An element of a list in the harness's configuration. A scope without a place needs none. */
export interface PromptConfig {
  readonly places: Places;
  readonly format: FileFormat;
  readonly list: string;
  readonly merge: string;
  element(prompt: PromptTemplate, path: string): Readonly<Record<string, unknown>>;
}

export interface AgentFile {
  readonly path: string;
  readonly content: string;
  /** One sentence, when the file is not ours alone. */
  readonly merge?: string;
}

export interface AgentPlace {
  readonly scope: Scope;
  /** The path of the profile, and that of its second form, with `{name}` still to be filled. */
  readonly path: string;
  readonly otherPath?: string;
  /** The servers that this install defines, and no others. */
  readonly serverNames: readonly string[];
  readonly skillNames: readonly string[];
  /** Hooks that live in the profile itself, already in the harness's shape. */
  readonly hooks: Readonly<Record<string, unknown>>;
}

export interface RenderedAgent {
  readonly profile: AgentFile;
  /** The same agent in the other formats that the harness's generations read. */
  readonly otherProfiles?: readonly AgentFile[];
  readonly warnings: readonly string[];
}

export interface AgentDialect {
  /** Where hooks of an agent go: into the profile, or into the files of the hook dialect. */
  readonly hooksInProfile: "session" | "all" | "none";
  readonly places: Required<Places>;
  /** The same agent in another format, where the harness's generations read different ones. */
  readonly otherPlaces?: Required<Places>;
  /** The scope in which the profile is a section of a file that is the person's. */
  readonly sectionIn?: Scope;
  render(agent: AgentDefinition, place: AgentPlace): RenderedAgent;
}

/** Everything that Tackroom knows about one harness. What is not optional here cannot be forgotten for a new one. */
export interface Harness<Id extends string = string> {
  readonly id: Id;
  readonly displayName: string;
  readonly defaultScope: Scope;
  readonly capabilities: readonly Capability[];
  readonly supportedModels: readonly string[];
  readonly mcp: McpDialect;
  /** The folders that hold skills. */
  readonly skills: Required<Places>;
  readonly hooks: HookDialect | NoHandlers;
  /** Absent: the harness has neither prompts nor commands. */
  readonly prompts?: PromptDialect;
  readonly agents: AgentDialect;
  /** Which models its agents may name. Absent: its profiles name none. */
  readonly models?: ModelDialect;
  /** What its tools are called. Absent: neither agents nor hooks can be limited to some of them by name. */
  readonly tools?: ToolDialect;
  readonly presence: Presence;
  /** The variables by which a person moves its folders; the first that fits a path counts. */
  readonly moved: readonly MovedFolder[];
  readonly scan: ScanFacts;
  readonly transcript: TranscriptDialect;
  readonly sessions: KeptSessions | UnreadSessions;
  readonly recording: RecordingFacts;
}

/** Checks the value, and keeps its id as a type. */
export const defineHarness = <const Id extends string>(harness: Harness<Id>): Harness<Id> => harness;
