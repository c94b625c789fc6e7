import type { ArdSource } from "@tackroom/contract";
import { created, type Answer, type CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import { OutboundRefusal, type Outbound } from "../platform/outbound/index.js";
import type { Db } from "../platform/relational/tx.js";
import { fieldError, ServiceError } from "../platform/service-error.js";
import { describeSource, withoutQuery } from "./describe-source.js";
import { refreshSource, type RefreshDeps } from "./refresh-source.js";
import { findSource, insertSource, listSources, type Source } from "./source-store.js";

export interface AddSourceDeps extends RefreshDeps {
  readonly db: Db;
  readonly outbound: Pick<Outbound, "fetch" | "check">;
}

/** Each may have thousands of entries, which every process keeps in its index. */
export const MAX_SOURCES = 50;

/** Stored first: whatever becomes of the fetch, or of this process, the source is there and is fetched again. */
export async function addArdSource(
  deps: AddSourceDeps,
  body: { readonly url: string },
  { call }: CallContext,
): Promise<Answer<ArdSource>> {
  const url = await requireAllowed(deps, body.url);
  const { total } = await listSources(deps.db, { limit: 1, offset: 0 });
  if (total >= MAX_SOURCES) {
    throw new ServiceError(
      "invalid_state",
      `The registry has reached the limit of ${total} sources. Remove one first.`,
    );
  }
  const source = await call.act(async (tx): Promise<Source> => {
    const inserted = await insertSource(tx, { id: newId(), url });
    if (!inserted) throw new ServiceError("conflict", "A source with this URL already exists.");
    call.describeForAudit({
      resourceId: inserted.id,
      resourceName: withoutQuery(url),
      detail: { url: withoutQuery(url), source: "added" },
    });
    return inserted;
  });
  await refreshSource(deps, source);
  const fetched = await findSource(deps.db, source.id);
  return created(describeSource(fetched ?? source), `/admin/ard-sources/${source.id}`);
}

/** A URL that the outbound guard always rejects is an error to report now; other failures may be temporary. */
async function requireAllowed({ outbound }: AddSourceDeps, given: string): Promise<string> {
  try {
    await outbound.check(given);
  } catch (error) {
    if (error instanceof OutboundRefusal) throw fieldError("body.url", error.message);
    throw error;
  }
  const url = new URL(given);
  url.hash = "";
  return url.href;
}
