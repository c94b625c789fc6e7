import type { IngestRequest } from "@tackroom/contract";
import { isUuid } from "../../platform/ids.js";
import type { Caller } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { findItem, findVersionsByIds, loadViewer, type Item } from "../../registry/index.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

type AgentOf = Pick<SessionRow, "agent_ref" | "agent_id" | "agent_version">;

/**
 * Which agent, and which version of it, a session says it runs. A name becomes the agent's id and `latest` its current
 * version; what is not found is left out, because telemetry must not be lost over an agent that was renamed or deleted.
 */
export async function resolveAgent(
  { db }: Pick<TelemetryDeps, "db">,
  { agent_ref, agent_id, agent_version }: AgentOf,
  request: Pick<IngestRequest, "agent_id" | "agent_version">,
  caller: Caller,
): Promise<AgentOf> {
  const { agent_id: name, agent_version: version } = request;
  if (name === undefined) return { agent_ref, agent_id, agent_version: version ?? agent_version };
  const ref = version === undefined ? name : `${name}@${version}`;
  // Each batch of a session says the same.
  if (ref === agent_ref) return { agent_ref, agent_id, agent_version };
  const needsLook = !isUuid(name) || version === "latest";
  const item = needsLook ? await findAgent(db, name, caller) : undefined;
  return {
    agent_ref: ref,
    agent_id: item?.id ?? (isUuid(name) ? name.toLowerCase() : null),
    agent_version: version === "latest" ? await currentVersion(db, item) : (version ?? null),
  };
}

async function findAgent(db: TelemetryDeps["db"], name: string, caller: Caller): Promise<Item | undefined> {
  try {
    return await findItem(db, await loadViewer(db, caller), "agent", name);
  } catch (error) {
    if (error instanceof ServiceError && (error.code === "not_found" || error.code === "ambiguous_name"))
      return undefined;
    throw error;
  }
}

async function currentVersion(db: TelemetryDeps["db"], item: Item | undefined): Promise<string | null> {
  const [version] = item?.shown_version_id ? await findVersionsByIds(db, [item.shown_version_id]) : [];
  return version?.version ?? null;
}
