import type { FormSection, Values } from "./field-view.js";

const handles =
  (type: string) =>
  ({ handler_type: chosen }: Values): boolean =>
    chosen === type;

export const HOOK_SECTIONS: readonly FormSection[] = [
  {
    title: "Trigger",
    fields: [
      {
        name: "event",
        label: "Event",
        initial: "PreToolUse",
        control: {
          kind: "choice",
          words: {
            PreToolUse: "PreToolUse: before a tool call",
            PostToolUse: "PostToolUse: after a tool call",
            Notification: "Notification: the harness needs attention",
            Stop: "Stop: the agent finished its response",
            SubagentStop: "SubagentStop: a subagent finished",
            SessionStart: "SessionStart: a session starts",
            UserPromptSubmit: "UserPromptSubmit: a user submits a prompt",
          },
        },
      },
      {
        name: "tool_filter",
        label: "Tool filter",
        hint: "One per line. Leave empty for all tools.",
        example: "Bash\nWrite",
        shownIf: ({ event }) => event === "PreToolUse" || event === "PostToolUse",
        control: { kind: "lines", mono: true },
      },
      {
        name: "execution_mode",
        label: "Execution mode",
        control: {
          kind: "choice",
          words: {
            async: "async: the session continues",
            sync: "sync: the session waits",
            blocking: "blocking: the session waits, and the hook can block it",
          },
        },
      },
    ],
  },
  {
    title: "Handler",
    fields: [
      {
        name: "handler_type",
        label: "Handler",
        initial: "command",
        control: { kind: "choice", words: { command: "Run a command", http: "Call a URL" } },
      },
      {
        name: "command",
        label: "Command",
        hint: "A shell command that receives the event as JSON on standard input. Or provide a script below.",
        example: "! grep -q -- --force",
        inside: "handler_config",
        shownIf: handles("command"),
        control: { kind: "text", mono: true },
      },
      {
        name: "url",
        label: "URL",
        hint: "Receives the event as JSON in a POST request.",
        example: "https://hooks.example.com/agent",
        inside: "handler_config",
        shownIf: handles("http"),
        control: { kind: "text", mono: true },
      },
      {
        name: "timeout",
        label: "Timeout (seconds)",
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
        label: "Script file name",
        example: "check.sh",
        shownIf: handles("command"),
        control: { kind: "text", mono: true },
      },
    ],
  },
  {
    title: "Scope, source and other settings",
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
        hint: "From 0 to 10,000. Lower numbers run first.",
        control: { kind: "number" },
      },
      {
        name: "file_pattern",
        label: "File filter",
        example: "src/**/*.sql",
        control: { kind: "text", mono: true },
      },
      {
        name: "requirements",
        label: "Required programs",
        hint: "One per line.",
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
      {
        name: "source_path",
        label: "Path in the repository",
        example: "/no-force-push",
        control: { kind: "text", mono: true },
      },
      {
        name: "handler_config",
        label: "Other handler settings",
        hint: "A JSON object, such as the headers of an HTTP request.",
        example: '{"headers": {"X-Team": "platform"}}',
        control: { kind: "json" },
      },
    ],
  },
];
