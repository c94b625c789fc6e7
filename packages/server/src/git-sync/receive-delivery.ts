import { isGitName, type DeliveryReply } from "@tackroom/contract";
import type { CallContext } from "../platform/http/index.js";
import { isUuid } from "../platform/ids.js";
import { nestsDeeperThan } from "../platform/json-text.js";
import type { Platform } from "../platform/platform.js";
import { ServiceError } from "../platform/service-error.js";
import { holdItems } from "../registry/index.js";
import { numberOfTag } from "./core/next-version.js";
import { isSameRepository } from "./core/repositories.js";
import { approvedRepository } from "./find-listing.js";
import { hostA } from "./hosts/host-a.js";
import { hostB } from "./hosts/host-b.js";
import { isObject, type Host, type HostEvent, type Payload } from "./hosts/host.js";
import { orFailed, queueRun, type Wanted } from "./queue-run.js";
import type { SyncDeps } from "./sync-deps.js";
import { openSecret } from "./sync-secrets.js";
import { findSync, lockSync, noteDelivery, type ListingSync } from "./sync-store.js";

export type ReceiverDeps = SyncDeps & { readonly transaction: Platform["relational"]["transaction"] };

export interface Received {
  /** Of the sync that the address names. */
  readonly id: string;
  readonly raw: Uint8Array;
}

interface Delivery extends Received {
  readonly host: Host;
}

type Decision = { readonly ignored: string } | { readonly queued: Wanted & { readonly ref: string } };

/** `POST /webhooks/host_a/mcp/{id}` */
export function receiveHostA(deps: ReceiverDeps, received: Received, context: CallContext<null>) {
  return receiveDelivery(deps, { host: hostA, ...received }, context);
}

/** `POST /webhooks/host_b/mcp/{id}` */
export function receiveHostB(deps: ReceiverDeps, received: Received, context: CallContext<null>) {
  return receiveDelivery(deps, { host: hostB, ...received }, context);
}

/** Nothing of the body is looked at before its sender has proved who they are. */
async function receiveDelivery(
  deps: ReceiverDeps,
  delivery: Delivery,
  { call }: CallContext<null>,
): Promise<DeliveryReply> {
  const { host, raw } = delivery;
  const sync = await requireAuthentic(deps, delivery, call.headers);
  const payload = readJson(raw);
  await noteDelivery(deps.db, sync.id, eventName(host.eventOf(call.headers, payload ?? {})));
  if (!payload) throw new ServiceError("malformed_json", "The body is not a JSON object. Send application/json.");
  const event = host.read(host.eventOf(call.headers, payload), payload);
  if (event.kind === "ping") return { status: "ignored", reason: "ping" };
  const gitUrl = await approvedRepository(deps.db, sync.item_id);
  if (gitUrl !== undefined && !isSameRepository(gitUrl, host.repositories(payload))) {
    throw new ServiceError("repository_mismatch", "The delivery is not about the repository of this MCP server.");
  }
  const decision = gitUrl === undefined ? { ignored: "The MCP server has no approved version." } : decide(sync, event);
  if ("ignored" in decision) return { status: "ignored", reason: decision.ignored };
  await queue(deps, sync, decision.queued);
  return { status: "queued", trigger: decision.queued.trigger as "push" | "release", ref: decision.queued.ref };
}

async function requireAuthentic(
  { db, sealing }: ReceiverDeps,
  { host, id, raw }: Delivery,
  headers: CallContext["call"]["headers"],
): Promise<ListingSync> {
  const known: boolean = isUuid(id);
  const sync = known ? await findSync(db, id) : undefined;
  if (sync?.provider !== host.provider) {
    throw new ServiceError(
      "not_found",
      "There is no webhook at this address. Copy the webhook URL from the MCP server's git sync.",
    );
  }
  const secret = openSecret(sealing, sync);
  if (secret === undefined) {
    throw new ServiceError("unavailable", "The server cannot decrypt the secret of this webhook. Rotate the secret.");
  }
  if (host.isAuthentic({ raw, headers }, secret)) return sync;
  throw new ServiceError(
    "invalid_signature",
    "The signature or token of the delivery is wrong. Check the secret of the webhook, or rotate it.",
  );
}

const MAX_NESTING_DEPTH = 100;

function readJson(raw: Uint8Array): Payload | undefined {
  const text = Buffer.from(raw).toString("utf8");
  if (nestsDeeperThan(MAX_NESTING_DEPTH, text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const MAX_EVENT_LENGTH = 20;
const eventName = (event: string): string => event.replaceAll("\0", "").slice(0, MAX_EVENT_LENGTH);

function decide(sync: ListingSync, event: Exclude<HostEvent, { kind: "ping" }>): Decision {
  if (event.kind === "other") return { ignored: event.reason };
  if (event.kind === "release") return decideRelease(sync, event);
  if (!sync.sync_on_push) return { ignored: "Sync on push is off." };
  const { branch, defaultBranch, message, sha } = event;
  const tracked = sync.branch ?? defaultBranch;
  if (branch !== tracked || !isGitName(branch)) {
    const name = isGitName(branch) ? ` ${branch}` : "";
    return { ignored: `The branch${name} is not the tracked branch${tracked === undefined ? "" : ` ${tracked}`}.` };
  }
  return { queued: { trigger: "push", ref: branch, notes: message, notesSha: sha } };
}

function decideRelease(sync: ListingSync, { tag, notes }: Extract<HostEvent, { kind: "release" }>): Decision {
  if (!sync.sync_on_release) return { ignored: "Sync on release is off." };
  if (numberOfTag(tag) === undefined) return { ignored: "The tag of the release is not a version such as v1.2.3." };
  return { queued: { trigger: "release", ref: tag, notes } };
}

async function queue(deps: ReceiverDeps, sync: ListingSync, wanted: Wanted): Promise<void> {
  const queueing = deps.transaction(async (tx) => {
    // The item first, as those who change the sync do.
    await holdItems(tx, [sync.item_id]);
    const live = await lockSync(tx, sync.id);
    // Turned off in this very moment: what the delivery asked for is no longer wanted.
    if (live) await queueRun(deps, tx, live, wanted);
  });
  await orFailed(deps.db, sync, wanted, queueing);
}
