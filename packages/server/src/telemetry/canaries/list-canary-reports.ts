import type { CanaryReport } from "@tackroom/contract";
import { page, type Answer, type CallContext } from "../../platform/http/index.js";
import { isUuid } from "../../platform/ids.js";
import { listReports } from "../stores/canary-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";
import { describeReport } from "./describe-canary.js";

interface ReportsQuestion {
  readonly agent_id: string;
  readonly limit: number;
  readonly offset: number;
}

/** `GET /admin/canaries/{agent_id}/reports` */
export async function listCanaryReports(
  { db }: Pick<TelemetryDeps, "db">,
  { agent_id, ...asked }: ReportsQuestion,
  { call }: CallContext,
): Promise<Answer<CanaryReport[]>> {
  call.describeForAudit({ detail: { agent_id } });
  const nothing = { items: [], total: 0 };
  const { items, total } = isUuid(agent_id) ? await listReports(db, agent_id.toLowerCase(), asked) : nothing;
  return page({ items: items.map(describeReport), total }, asked, call.url);
}
