/** Lines as Claude Code writes them. */

const START = Date.parse("2026-08-20T09:00:00.000Z");

/** So many seconds into the session. */
export const at = (second: number): string => new Date(START + second * 1000).toISOString();

export const prompt = (text: string, timestamp = at(0)): string =>
  JSON.stringify({ type: "user", timestamp, message: { role: "user", content: text } });

export interface Said {
  readonly id?: string;
  readonly model?: string;
  readonly timestamp?: string;
  readonly usage?: Readonly<Record<string, number | Readonly<Record<string, number>>>>;
}

/** One of the lines of a message: those with the same id tell of the same usage. */
export const assistant = (content: readonly object[], { timestamp = at(0), id = "m1", ...more }: Said = {}): string =>
  JSON.stringify({
    type: "assistant",
    timestamp,
    message: { id, role: "assistant", model: more.model ?? "claude-sonnet-4-5", content, usage: more.usage },
  });

export const text = (words: string): object => ({ type: "text", text: words });

export const toolCall = (id: string, name: string, input: object): object => ({ type: "tool_use", id, name, input });

export interface Outcome {
  readonly isError?: boolean;
  readonly timestamp?: string;
}

export const toolResult = (id: string, output: string, { isError = false, timestamp = at(0) }: Outcome = {}): string =>
  JSON.stringify({
    type: "user",
    timestamp,
    message: {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: output, is_error: isError }],
    },
  });
