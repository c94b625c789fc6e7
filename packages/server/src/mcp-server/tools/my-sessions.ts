import { Session } from "@tackroom/contract";
import { Type } from "typebox";
import { listSessions } from "../../telemetry/index.js";
import { asReply, tool } from "./tool.js";

const when = Type.Optional(Type.String({ maxLength: 40, description: "Date or RFC 3339 timestamp" }));
const name = Type.Optional(Type.String({ minLength: 1, maxLength: 512 }));

export const mySessionsTool = tool({
  name: "my_sessions",
  title: "List my sessions",
  description:
    "Lists recorded sessions of coding agents of the user who is signed in, most recent first, and never those of others. Secrets are redacted.",
  input: Type.Object(
    {
      search: Type.Optional(Type.String({ maxLength: 200, description: "Words in the redacted text of the session" })),
      harness: name,
      project: name,
      model: name,
      has_errors: Type.Optional(Type.Boolean()),
      from: when,
      to: when,
      limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
      offset: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
    },
    { additionalProperties: false },
  ),
  async run({ telemetry }, input, context) {
    // Whatever one's role is: an agent that reads along has no business in what other people did.
    const own = { ...input, user_id: context.caller.userId };
    const { body } = await listSessions(telemetry, own, context);
    return { sessions: body.map((session) => inShort(asReply(Session, session))) };
  },
});

const inShort = (session: Session) => ({
  session_id: session.session_id,
  title: session.title,
  first_prompt: session.first_prompt,
  harness: session.harness,
  project: session.project_name,
  directory: session.cwd,
  git_branch: session.git_branch,
  agent: session.agent_name,
  models: session.models,
  started_at: session.started_at,
  last_event_at: session.last_event_at,
  final: session.final,
  events: session.events,
  prompts: session.prompts,
  tool_calls: session.tool_calls,
  tool_failures: session.tool_failures,
  cost_usd: session.cost_usd,
});
