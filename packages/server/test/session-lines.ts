import { createHash } from "node:crypto";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The hash of a session as the contract defines it (§7.1, rule 6). */
export const hashOf = (lines: readonly string[]): string => sha256(lines.map((line) => `${sha256(line)}\n`).join(""));

/** Of every line that has one. */
export const LINE_TIME = "2026-08-20T09:00:00.000Z";
const timestamp = LINE_TIME;

/** Lines as Claude Code writes them. */
export const prompt = (text: string): string => promptAt(text, {});

export const promptAt = (text: string, place: { readonly cwd?: string; readonly gitBranch?: string }): string =>
  JSON.stringify({ type: "user", timestamp, ...place, message: { role: "user", content: text } });

export const title = (text: string): string => JSON.stringify({ type: "ai-title", aiTitle: text });

export const toolCall = (id: string): string =>
  JSON.stringify({
    type: "assistant",
    timestamp,
    message: { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }] },
  });

export const toolFailure = (id: string): string =>
  JSON.stringify({
    type: "user",
    timestamp,
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "no", is_error: true }] },
  });

/** One of the lines of a message, each of which repeats what the whole message has used. */
export const answer = (text: string, message: string, tokens: number): string =>
  JSON.stringify({
    type: "assistant",
    timestamp,
    message: {
      id: message,
      model: "claude-x",
      role: "assistant",
      content: [{ type: "text", text }],
      usage: { input_tokens: tokens, output_tokens: 2 * tokens },
    },
  });

/** Known, with nothing to show. */
export const note = (text: string): string => JSON.stringify({ type: "last-prompt", text });

export const UNREADABLE = "{ not json";
