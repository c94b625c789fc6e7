/** Lines of a Claude Code session as they are: prompts, answers, tool calls and results, a kilobyte each. */
export function transcriptLine(session: string, line: number): string {
  const at = new Date(Date.UTC(2026, 8, 1) + line * 1000).toISOString();
  const common = { uuid: `${session}-${line}`, sessionId: session, timestamp: at, cwd: "/work/shop", version: "2.1.9" };
  const words = `line ${line} of ${session}: ${WORDS.slice((line * 37) % 400, ((line * 37) % 400) + 500)}`;
  const usage = { input_tokens: 12, output_tokens: 40, cache_read_input_tokens: 900 };
  const message = { id: `msg_${session}_${line >> 2}`, role: "assistant", model: "claude-sonnet-4-5", usage };
  switch (line % 4) {
    case 0:
      return JSON.stringify({ ...common, type: "user", message: { role: "user", content: words } });
    case 1:
      return JSON.stringify({
        ...common,
        type: "assistant",
        message: { ...message, content: [{ type: "text", text: words }] },
      });
    case 2: {
      const call = { type: "tool_use", id: `toolu_${session}_${line}`, name: "Bash", input: { command: words } };
      return JSON.stringify({ ...common, type: "assistant", message: { ...message, content: [call] } });
    }
    default: {
      const result = { type: "tool_result", tool_use_id: `toolu_${session}_${line - 1}`, content: words };
      return JSON.stringify({ ...common, type: "user", message: { role: "user", content: [result] } });
    }
  }
}

const WORDS =
  "the checkout fails because the cart is empty when the session expires before the payment returns ".repeat(12);

export function ingestBody(session: string, start: number, count: number): string {
  const lines = Array.from({ length: count }, (_, at) => transcriptLine(session, start + at));
  return JSON.stringify({ session_id: session, harness: "claude-code", start_offset: start, lines });
}
