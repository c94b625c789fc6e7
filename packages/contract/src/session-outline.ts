import { Type, type Static } from "typebox";
import { moment, nullable } from "./registry/fields.js";
import { count, SessionTokens } from "./session-tokens.js";

/** What a step of a session is: what was said, or what a tool is used for. */
export const STEP_KINDS = [
  "prompt",
  "answer",
  "thinking",
  "read",
  "edit",
  "command",
  "web",
  "subagent",
  "plan",
  "tool",
  "notice",
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

const place = {
  line: Type.Integer(),
  offset: Type.Integer({ minimum: 0, description: "Number of events before it" }),
};
const usd = nullable(Type.Number({ description: "Sum of the known costs. Null if no cost is known" }));
const changed = { added: count, removed: count };
const stepCounts = Type.Object(
  Object.fromEntries(STEP_KINDS.map((kind) => [kind, Type.Optional(count)])) as Record<
    StepKind,
    Type.TOptional<typeof count>
  >,
  { description: "Number of steps by kind; a tool call and its result are one step" },
);
const activeMs = Type.Integer({ minimum: 0, description: "Without gaps of more than 5 minutes" });

export const SessionOutline = Type.Object(
  {
    turns: Type.Array(
      Type.Object({
        ...place,
        text: nullable(
          Type.String({ description: "The beginning of the prompt. Null for what precedes the first prompt" }),
        ),
        started_at: nullable(moment),
        duration_ms: activeMs,
        steps: count,
        tool_calls: count,
        failures: count,
        cost_usd: usd,
        tokens: SessionTokens,
      }),
      { description: "Costs and tokens of all turns add up to those of the session" },
    ),
    failures: Type.Array(
      Type.Object({
        ...place,
        tool_name: nullable(Type.String()),
        summary: Type.String(),
        at: nullable(moment),
      }),
      { description: "The first 200" },
    ),
    files: Type.Array(Type.Object({ ...place, path: Type.String(), ...changed }), {
      description: "Files that were edited or written, by their first change; the first 200",
    }),
    cost_by_tool: Type.Array(Type.Object({ name: Type.String(), calls: count, cost_usd: usd }), {
      description:
        "What requests cost, by the tool that they called first, or answer or thinking; most expensive first",
    }),
    gaps: Type.Array(Type.Object({ after_line: Type.Integer(), offset: place.offset, ms: count }), {
      description: "More than 5 minutes without an event; the first 100",
    }),
    strip: Type.Array(
      Type.Object({ t: nullable(moment), offset: place.offset, kinds: stepCounts, failed: count, cost_usd: usd }),
      { description: "The session in up to 240 slices with the same number of events" },
    ),
    totals: Type.Object({
      events: count,
      steps: count,
      kinds: stepCounts,
      prompts: count,
      tool_calls: count,
      failures: count,
      files: count,
      ...changed,
      active_ms: activeMs,
      cost_usd: usd,
      tokens: SessionTokens,
    }),
  },
  { $id: "SessionOutline" },
);
export type SessionOutline = Static<typeof SessionOutline>;
