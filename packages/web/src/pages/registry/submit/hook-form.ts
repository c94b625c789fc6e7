import type { FormSection, Values } from "./field-view.js";

const handles =
  (type: string) =>
  ({ handler_type: chosen }: Values): boolean =>
    chosen === type;

export const HOOK_SECTIONS: readonly FormSection[] = [
  {
    title: "When it runs",
    fields: [
      {
        name: "event",
        label: "Event",
        initial: "PreToolUse",
        control: {
          kind: "choice",
          words: {
            PreToolUse: "PreToolUse: before a tool is used",
            PostToolUse: "PostToolUse: after a tool was used",
            Notification: "Notification: the harness wants attention",
            Stop: "Stop: the agent has finished its answer",
            SubagentStop: "SubagentStop: a subagent has finished",
            SessionStart: "SessionStart: a session begins",
            UserPromptSubmit: "UserPromptSubmit: someone sends a prompt",
          },
        },
      },
      {
        name: "tool_filter",
        label: "Only for these tools",
        hint: "One in each line; none means all.",
        example: "Bash\nWrite",
        shownIf: ({ event }) => event === "PreToolUse" || event === "PostToolUse",
        control: { kind: "lines", mono: true },
      },
      {
        name: "execution_mode",
        label: "How it runs",
        control: {
          kind: "choice",
          words: {
            async: "async: the session goes on",
            sync: "sync: the session waits",
            blocking: "blocking: it waits, and may be stopped",
          },
        },
      },
    ],
  },
  {
    title: "What it does",
    fields: [
      {
        name: "handler_type",
        label: "Handler",
        initial: "command",
        control: { kind: "choice", words: { command: "Runs a command", http: "Calls an address" } },
      },
      {
        name: "command",
        label: "Command",
        hint: "What the shell runs; the event comes as JSON on its standard input. Or give a script below.",
        example: "! grep -q -- --force",
        inside: "handler_config",
        shownIf: handles("command"),
        control: { kind: "text", mono: true },
      },
      {
        name: "url",
        label: "Address",
        hint: "Gets the event as JSON in a POST.",
        example: "https://hooks.example.com/agent",
        inside: "handler_config",
        shownIf: handles("http"),
        control: { kind: "text", mono: true },
      },
      {
        name: "timeout",
        label: "Longest run, in seconds",
        example: "10",
        inside: "handler_config",
        control: { kind: "number" },
      },
      {
        name: "script_content",
        label: "Script",
        example: "#!/bin/sh\nexit 0",
        shownIf: handles("command"),
        control: { kind: "long", rows: 8, mono: true },
      },
      {
        name: "script_filename",
        label: "File name of the script",
        example: "check.sh",
        shownIf: handles("command"),
        control: { kind: "text", mono: true },
      },
    ],
  },
  {
    title: "Scope, source and further settings",
    rare: true,
    fields: [
      {
        name: "scope",
        label: "Scope",
        control: { kind: "choice", words: { agent: "One agent", session: "The session", global: "All sessions" } },
      },
      {
        name: "priority",
        label: "Priority",
        hint: "From 0 to 10,000; lower ones run first.",
        control: { kind: "number" },
      },
      {
        name: "file_pattern",
        label: "Only for these files",
        example: "src/**/*.sql",
        control: { kind: "text", mono: true },
      },
      {
        name: "requirements",
        label: "Programs that it needs",
        hint: "One in each line.",
        example: "jq",
        control: { kind: "lines", mono: true },
      },
      {
        name: "source_url",
        label: "Repository",
        example: "https://github.com/acme/hooks",
        control: { kind: "text", mono: true },
      },
      { name: "source_ref", label: "Branch, tag or commit", control: { kind: "text", mono: true } },
      { name: "source_path", label: "Folder in it", example: "/no-force-push", control: { kind: "text", mono: true } },
      {
        name: "handler_config",
        label: "Further settings of the handler",
        hint: "A JSON object, such as the headers of an HTTP call.",
        example: '{"headers": {"X-Team": "platform"}}',
        control: { kind: "json" },
      },
    ],
  },
];
