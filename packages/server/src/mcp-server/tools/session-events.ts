import { EVENT_KINDS, SessionEvent } from "@tackroom/contract";
import { Type } from "typebox";
import { listSessionEvents } from "../../telemetry/index.js";
import { clip } from "../core/clip.js";
import { asReply, tool } from "./tool.js";

/** Of each text of an event: a page of them must fit into what a model reads at once. */
const MAX_TEXT = 2000;

export const sessionEventsTool = tool({
  name: "session_events",
  title: "Read a session",
  description:
    "Returns the events of one of the user's own sessions in order: prompts, answers, tool calls and their results. Secrets are redacted and long texts are cut off.",
  input: Type.Object(
    {
      session_id: Type.String({ minLength: 1, maxLength: 512 }),
      harness: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
      project: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
      kinds: Type.Optional(Type.Array(Type.Enum([...EVENT_KINDS]), { maxItems: EVENT_KINDS.length })),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
      offset: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 }),
    },
    { additionalProperties: false },
  ),
  async run({ telemetry }, { session_id: id, kinds, ...input }, context) {
    const asked = { ...input, id, user_id: context.caller.userId, ...(kinds && { kinds: kinds.join(",") }) };
    const { body, headers } = await listSessionEvents(telemetry, asked, context);
    return {
      session_id: id,
      total: Number(headers["x-total-count"]),
      events: body.map((event) => inShort(asReply(SessionEvent, event))),
    };
  },
});

const inShort = (event: SessionEvent) => ({
  line: event.line,
  timestamp: event.timestamp,
  kind: event.kind,
  ...texts({
    text: event.text,
    tool_name: event.tool_name,
    tool_input: event.tool_input,
    tool_output: event.tool_output,
    model: event.model,
  }),
  ...(event.is_error && { is_error: true }),
});

/** Those that there are: most events have only one of them. */
function texts(found: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, text]) => (text === null ? [] : [[name, clip(text, MAX_TEXT)]])),
  );
}
