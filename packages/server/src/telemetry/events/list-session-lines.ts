import { roleSuffices, type listSessionLines as endpoint } from "@tackroom/contract";
import type { Static } from "typebox";
import { page, type Answer, type CallContext, type Page } from "../../platform/http/index.js";
import { ServiceError } from "../../platform/service-error.js";
import { findSession } from "../sessions/find-session.js";
import type { LinePage, RawLine } from "../stores/line-list-store.js";
import type { SessionRow } from "../stores/session-store.js";
import type { TelemetryDeps } from "../telemetry-deps.js";

/** `GET /sessions/{id}/lines`: as they were sent, secrets and all, so only for whose they are. */
export async function listSessionLines(
  deps: TelemetryDeps,
  { id, from, superseded, limit, offset, ...ref }: Static<typeof endpoint.query> & { readonly id: string },
  { caller, call }: CallContext,
): Promise<Answer<RawLine[]>> {
  if (caller.passwordSetBy !== null) {
    throw new ServiceError(
      "forbidden",
      "Raw lines are not available to this sign-in, because it started with a password that an admin had set. Sign in again with your own password.",
    );
  }
  const session = await findSession(deps, id, ref, caller);
  if (session.user_id !== caller.userId && !roleSuffices(caller.role, "super_admin")) {
    throw new ServiceError(
      "forbidden",
      "Permission denied: only the user of a session or a super admin can read its raw lines.",
    );
  }
  const wanted = { limit, offset };
  const found = superseded
    ? await readSuperseded(deps, session, from, wanted)
    : await readCurrent(deps, session, from, wanted);
  return page(found, wanted, call.url);
}

async function readSuperseded(
  { lineLists }: Pick<TelemetryDeps, "lineLists">,
  { id }: SessionRow,
  from: number,
  wanted: LinePage,
): Promise<Page<RawLine>> {
  const total = await lineLists.countSuperseded(id, from);
  return { items: await lineLists.supersededLines(id, from, wanted), total };
}

async function readCurrent(
  { lineLists }: Pick<TelemetryDeps, "lineLists">,
  session: SessionRow,
  from: number,
  { limit, offset }: LinePage,
): Promise<Page<RawLine>> {
  const { id, purged_below: purged, highest_line: to, line_count: count } = session;
  // Lines that were purged may be there for a moment longer.
  const range = { from: Math.max(from, purged), to };
  if (range.to < range.from) return { items: [], total: 0 };
  const isWhole = range.from === 0 && count === to + 1;
  const total = isWhole ? count : await lineLists.countLines(id, range);
  // Without gaps a line's number is its place, and nobody has to look for it.
  const start = isWhole ? offset : offset === 0 ? range.from : await lineLists.lineAt(id, range, offset);
  if (start === undefined || start > to) return { items: [], total };
  return { items: await lineLists.rawLines(id, { from: start, to }, limit), total };
}
