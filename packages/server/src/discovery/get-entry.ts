import type { ArdEntry } from "@tackroom/contract";
import type { CallContext, Caller } from "../platform/http/index.js";
import { fieldError, ServiceError } from "../platform/service-error.js";
import { VERSION } from "../platform/version.js";
import { findEntryRows, noteEntry, whoAsks, type WhoAsksDeps } from "../registry/index.js";
import { LOCAL_DOMAIN, readIdentifier, registryIdentifier } from "./core/identifier.js";
import { usualIdentifier } from "./core/catalog-entry.js";
import { describeEntry, describeRegistry } from "./describe-entry.js";
import { findExternalEntries } from "./external-entry-store.js";
import { publisherOf } from "./publisher.js";

/** `GET /ard/entries/{identifier}` */
export async function getEntry(
  deps: WhoAsksDeps,
  { identifier }: { readonly identifier: string },
  { caller }: CallContext<Caller | null>,
): Promise<ArdEntry> {
  const named = readIdentifier(identifier);
  if (!named) {
    throw fieldError(
      "path.identifier",
      "must be an identifier such as urn:air:example.com:mcp:<uuid>, as one path segment",
    );
  }
  const publisher = publisherOf(deps.settings);
  // Identifiers from before the domain was known still mean what they meant.
  const isOurs = named.publisher === publisher.domain || named.publisher === LOCAL_DOMAIN;
  if (isOurs && named.is === "other" && named.identifier === registryIdentifier(named.publisher)) {
    return describeRegistry(publisher, VERSION);
  }
  const viewer = await whoAsks(deps, caller);
  if (viewer && named.is === "item" && isOurs) {
    const [row] = await findEntryRows(deps.db, viewer, [named.id]);
    if (row?.kind === named.kind) {
      noteEntry(viewer, row);
      return describeEntry(row, publisher);
    }
  }
  if (viewer?.userId && !isOurs) {
    const [entry] = await findExternalEntries(deps.db, [usualIdentifier(identifier)]);
    if (entry) return entry as ArdEntry;
  }
  throw new ServiceError(
    "not_found",
    "Entry not found, or you do not have permission to see it. Try searching for its name.",
  );
}
