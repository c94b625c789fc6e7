import { InteractionReport, ToolCallReport, type postTelemetryEvents as endpoint } from "@tackroom/contract";
import { parseHarnessId } from "@tackroom/harness";
import type { Static, TSchema } from "typebox";
import type { CallContext } from "../../platform/http/index.js";
import { newId } from "../../platform/ids.js";
import { absentMembersRemover } from "../../platform/absent-members.js";
import { createAjv } from "../../platform/schema.js";
import { redactedJson, redactedStart } from "../../unsafe-text/index.js";
import type { InteractionRow, ToolCallRow } from "../stores/report-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

const ajv = createAjv({ useDefaults: true });
const MAX_VALUE_LENGTH = 32 * 1024;

/** `POST /telemetry/events`: each report counts or not by itself. */
export async function postTelemetryEvents(
  { reports }: Pick<TelemetryDeps, "reports">,
  { tool_calls = [], agent_interactions = [] }: Static<typeof endpoint.body>,
  { caller: { userId } }: CallContext,
): Promise<Static<typeof endpoint.reply>> {
  const receivedAt = new Date().toISOString();
  const added = () => ({ received_at: receivedAt, event_id: newId(), user_id: userId });
  const calls = tool_calls.filter(fitting(ToolCallReport)).map((call) => ({ ...added(), ...toolCallRow(call) }));
  const interactions = agent_interactions
    .filter(fitting(InteractionReport))
    .map((interaction) => ({ ...added(), ...interactionRow(interaction) }));
  await Promise.all([reports.appendToolCalls(calls), reports.appendInteractions(interactions)]);
  const ingested = calls.length + interactions.length;
  return { ingested, errors: tool_calls.length + agent_interactions.length - ingested };
}

function fitting<T extends TSchema>(schema: T): (report: unknown) => report is Static<T> {
  const [removeAbsent, check] = [absentMembersRemover(schema), ajv.compile(schema)];
  return (report): report is Static<T> => {
    removeAbsent(report);
    return check(report);
  };
}

type Added = "received_at" | "event_id" | "user_id";

function toolCallRow(call: ToolCallReport): Omit<ToolCallRow, Added> {
  return {
    mcp_server_id: call.mcp_server_id,
    tool_name: call.tool_name,
    harness: parseHarnessId(call.harness ?? call.ide ?? "") ?? "",
    session_id: call.session_id ?? "",
    status: call.status,
    user_action: call.user_action ?? "",
    latency_ms: call.latency_ms,
    input_params: shown(call.input_params),
    response: shown(call.response),
  };
}

function interactionRow(interaction: InteractionReport): Omit<InteractionRow, Added> {
  return {
    agent_id: interaction.agent_id,
    harness: parseHarnessId(interaction.harness ?? "") ?? "",
    session_id: interaction.session_id ?? "",
    tool_calls: interaction.tool_calls,
    user_action: interaction.user_action ?? "",
    latency_ms: interaction.latency_ms,
  };
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? redactedStart(value, MAX_VALUE_LENGTH) : redactedJson(value, MAX_VALUE_LENGTH);
}
