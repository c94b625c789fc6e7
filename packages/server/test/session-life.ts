import { randomUUID } from "node:crypto";
import * as contract from "@tackroom/contract";
import type { EndpointShape } from "@tackroom/contract";
import type { Walked, Walker } from "./audit-walk.js";
import { createSend, type Person } from "./people.js";
import type { TestServer } from "./server.js";
import { prompt } from "./transcripts.js";

const RATING = { dimension: "goal_completion", score: 80 };

/** What happens to a session: only what touches acknowledged lines, or what another person sent, leaves a record. */
export async function liveWithSessions(server: TestServer, user: Person, boss: Person): Promise<Walked[]> {
  const send = createSend(server);
  const session_id = randomUUID();
  const [its, superAdmin] = [
    { name: "its user", person: user },
    { name: "a super admin", person: boss },
  ];
  const about = { resource_type: "session", resource_id: session_id };
  const walked = async (
    endpoint: EndpointShape,
    walker: Walker,
    { body, isRecorded }: { readonly body?: object; readonly isRecorded: boolean },
  ): Promise<Walked> => {
    const line = `${endpoint.method as "GET" | "POST"} ${endpoint.path.replace(":id", session_id)}` as const;
    const answer = await send(line, { token: walker.person?.token, body });
    const what = `${line} by ${walker.name}`;
    if (answer.statusCode >= 300) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`);
    return { what, endpoint, walker, method: endpoint.method, answer, ...(isRecorded ? { about } : {}) };
  };
  const ingest = (body: object, isRecorded: boolean): Promise<Walked> =>
    walked(contract.ingestSession, its, { body: { session_id, ...body }, isRecorded });
  return [
    await ingest({ lines: [prompt("one"), prompt("two")] }, false),
    await walked(contract.listSessionLines, its, { isRecorded: false }),
    await walked(contract.listSessionLines, superAdmin, { isRecorded: true }),
    await walked(contract.rateSession, its, { body: RATING, isRecorded: false }),
    await walked(contract.rateSession, superAdmin, { body: RATING, isRecorded: true }),
    await ingest({ lines: [], final: true, total_line_count: 2 }, false),
    await ingest({ lines: [], final: true, total_line_count: 1 }, true),
  ];
}
