import { randomBytes } from "node:crypto";
import type { ApiKey, CreateKeyBody, NewApiKey } from "@tackroom/contract";
import { created, type Answer, type CallContext, type Caller } from "../../platform/http/index.js";
import { newId } from "../../platform/ids.js";
import type { Tx } from "../../platform/relational/tx.js";
import { refuse, ServiceError } from "../../platform/service-error.js";
import { findSecrets } from "../../unsafe-text/index.js";
import { countActiveKeys, insertKey, type NewKey } from "../stores/api-key-store.js";
import { PREFIX_LENGTH } from "../core/api-keys.js";
import { secretHash } from "../sessions/tokens.js";
import { lockLiveCaller } from "../sessions/live-credential.js";

const MAX_ACTIVE = 50;
/** Every use of a key reads those that it was made with, so there cannot be many. */
const MAX_MADE_WITH = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

export async function createKey(body: CreateKeyBody, { caller, call }: CallContext): Promise<Answer<NewApiKey>> {
  refuse(findSecrets({ name: body.name }, "body"));
  const name = body.name.trim();
  const lifetimeMs = body.expires_in_days === undefined ? null : body.expires_in_days * DAY_MS;
  const { key, row } = makeKey({ name, environment: body.environment, lifetimeMs, caller });
  call.describeForAudit({ resourceId: row.id, resourceName: name, detail: keyDetail(row) });
  const made = await call.act(async (tx) => {
    // Locked, so that two requests at the same moment cannot both make the fiftieth.
    await lockLiveCaller(tx, caller);
    await requireRoom(tx, caller.userId, "Revoke one first.");
    const inserted = await insertKey(tx, row);
    if (inserted) return inserted;
    throw new ServiceError(
      "name_taken",
      `An active key named ${name} already exists. Choose another name, or rotate that key.`,
    );
  });
  return created({ key, ...made }, `/keys/${made.id}`);
}

/** Under the lock of the account. */
export async function requireRoom(tx: Tx, userId: string, remedy: string): Promise<void> {
  if ((await countActiveKeys(tx, userId)) < MAX_ACTIVE) return;
  throw new ServiceError("key_limit_reached", `You have reached the limit of ${MAX_ACTIVE} active keys. ${remedy}`);
}

export function keyDetail({ name, environment, expires_at }: Pick<NewKey, "name" | "environment" | "expires_at">) {
  return { name, environment, expires_at: expires_at?.toISOString() ?? "never" };
}

export interface KeyWish {
  readonly name: string;
  readonly environment: ApiKey["environment"];
  /** Null means that it never expires. */
  readonly lifetimeMs: number | null;
  readonly caller: Pick<Caller, "userId" | "keys" | "keyExpiresAt" | "passwordSetBy">;
  /** Of the key that is being replaced, when it is the very key that asks for it. */
  readonly line?: string | null;
}

/** The key itself is shown once and never stored. What is made with a key does not outlive it. */
export function makeKey({ name, environment, lifetimeMs, caller, line = null }: KeyWish): { key: string; row: NewKey } {
  const madeWith = line === null ? caller.keys : caller.keys.slice(1);
  if (madeWith.length > MAX_MADE_WITH) {
    throw new ServiceError(
      "invalid_state",
      `This key is the end of a chain of ${MAX_MADE_WITH} keys that were each created with the previous one. Sign in with your password to create another.`,
    );
  }
  const key = `tack_${environment}_${randomBytes(32).toString("base64url")}`;
  const ends = [lifetimeMs === null ? null : Date.now() + lifetimeMs, caller.keyExpiresAt?.getTime() ?? null];
  const end = Math.min(...ends.map((time) => time ?? Infinity));
  const expires_at = end === Infinity ? null : new Date(end);
  const row = {
    id: newId(),
    user_id: caller.userId,
    name,
    environment,
    expires_at,
    made_with: madeWith,
    line,
    password_set_by: caller.passwordSetBy,
  };
  return { key, row: { ...row, prefix: key.slice(0, PREFIX_LENGTH), key_hash: secretHash(key) } };
}
