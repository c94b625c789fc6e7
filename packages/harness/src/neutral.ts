/**
 * What an install is made of before any harness has spoken: the registry fills these forms,
 * and each harness renders them in its own words.
 */

import type { HookEvent } from "@tackroom/contract";

export type { HookEvent };

export type Scope = "project" | "user";

export type Transport = "stdio" | "sse" | "streamable-http";

/** A declared variable or header. Without a value the harness's own placeholder is written, never an empty string. */
export interface NamedValue {
  readonly name: string;
  readonly value?: string;
  /** The server works without it: without a value nothing is written. */
  readonly isOptional?: boolean;
}

export interface McpServer {
  readonly name: string;
  readonly transport: Transport;
  /** The whole argv; empty when the server is remote. */
  readonly command: readonly string[];
  readonly url?: string;
  readonly env: readonly NamedValue[];
  readonly headers: readonly NamedValue[];
  readonly autoApprove: readonly string[];
}

export interface SkillFile {
  /** Relative to the folder of the skill. */
  readonly path: string;
  readonly content: string;
  /** Absent: the content is the text itself. */
  readonly encoding?: "base64";
  readonly executable: boolean;
}

export interface SkillFiles {
  readonly name: string;
  readonly description: string;
  /** The first is SKILL.md. Empty when the client fetches the skill from git. */
  readonly files: readonly SkillFile[];
}

/** What the registry keeps about a skill beside its files; goes on the wire as `skill{…}`. */
export interface SkillListing {
  readonly id: string;
  readonly version: string;
  readonly deliveryMode: string;
  readonly gitUrl?: string;
  readonly skillPath?: string;
  readonly gitRef?: string;
  readonly skillMdContent?: string;
  readonly scriptFilename?: string;
  readonly scriptContent?: string;
}

export interface HookHandler {
  readonly id: string;
  readonly name: string;
  readonly event: HookEvent;
  readonly handlerType: "command" | "http";
  /** `command` and `args`, or `url` and `headers`; `timeout` in seconds. */
  readonly handlerConfig: Readonly<Record<string, unknown>>;
  readonly executionMode: "async" | "sync" | "blocking";
  readonly toolFilter: readonly string[];
  /** `agent`: only while the agent that it is a component of is at work. Absent: in every session. */
  readonly scope?: "agent" | "session" | "global";
  readonly script?: { readonly filename: string; readonly content: string };
}

export interface PromptVariable {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: string;
}

export interface PromptTemplate {
  readonly name: string;
  readonly description: string;
  /** Variables stand as `{{ name }}`. */
  readonly template: string;
  readonly variables: readonly PromptVariable[];
  /** The variable that stands for `$ARGUMENTS`, if the template had it. */
  readonly typedArguments?: string;
}

export interface SandboxRuntime {
  readonly id: string;
  readonly name: string;
  readonly runtimeType: string;
  readonly image: string;
  readonly resourceLimits: Readonly<Record<string, unknown>>;
  readonly networkPolicy: string;
  readonly entrypoint?: string;
  readonly timeout?: number;
  readonly runtimeConfig?: Readonly<Record<string, unknown>>;
}

export interface AgentDefinition {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly prompt: string;
  readonly model?: string;
  /** The model was chosen for the harness at hand, and is written as it is. */
  readonly isModelOfHarness?: boolean;
  /** The tools that it may use, named as its author wrote them. Absent means all tools. */
  readonly tools?: readonly string[];
  /** Tools that it must not use; `*` means all of them. */
  readonly disallowedTools?: readonly string[];
  readonly color?: string;
  /** What a person is told to type after the name of the agent. */
  readonly argumentHint?: string;
  /** Those of the registry and the external ones alike. */
  readonly mcpServers: readonly McpServer[];
  readonly skills: readonly SkillFiles[];
  readonly hooks: readonly HookHandler[];
  readonly prompts: readonly PromptTemplate[];
  readonly sandboxes: readonly SandboxRuntime[];
}

export type Platform = "linux" | "darwin" | "windows";

export interface InstallOptions {
  /** Absent: the scope that the harness is usually installed in. */
  readonly scope?: Scope;
  /** Absent: a POSIX machine whose special folders are those of Linux. */
  readonly platform?: Platform;
}

/** A file that is ours alone. A path starts with `~/` or is relative to the project. */
export interface FileToWrite {
  readonly path: string;
  readonly content: string;
  /** Absent: the content is the text itself. */
  readonly encoding?: "base64";
  readonly executable?: boolean;
}

export type FileFormat = "json" | "jsonc" | "toml" | "yaml";

/** A file that we share with the user, or with other installs. */
export interface FileToMerge {
  readonly path: string;
  readonly format: FileFormat;
  /** The value to merge. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The whole file, as it is when there was none. */
  readonly text: string;
  /** JSON pointers (RFC 6901) to what is ours; a last part of `-` is an element of a list, found again by equality. */
  readonly keys: readonly string[];
  /** One sentence: how to keep what the user already has. */
  readonly merge: string;
}
