import { randomBytes } from "node:crypto";
import type { SsoMethod } from "@tackroom/contract";
import type { Db } from "../../../platform/relational/tx.js";
import type { Sealing } from "../../../platform/sealing/index.js";
import { secretHash } from "../../sessions/tokens.js";
import { insertFlow, takeFlow } from "../../stores/sso-store.js";
import { refused } from "../failures.js";
import { FLOW_SECONDS, type FlowCookieDeps } from "./flow-cookie.js";

export interface FlowDeps extends FlowCookieDeps {
  readonly db: Db;
  readonly sealing: Sealing;
}

export interface OpenFlow<Secrets> {
  readonly method: SsoMethod;
  readonly state: string;
  readonly browserHash: Buffer;
  readonly secrets: Secrets;
  /** Where the web app goes afterwards. */
  readonly next: string;
}

export const newState = (): string => randomBytes(32).toString("base64url");

export async function openFlow<Secrets>({ db, sealing }: FlowDeps, flow: OpenFlow<Secrets>): Promise<void> {
  const { method, state, browserHash: browser_hash, secrets, next } = flow;
  const sealed = sealing.seal(contextOf(method, state), JSON.stringify(secrets));
  await insertFlow(db, { state_hash: secretHash(state), method, browser_hash, sealed, next }, FLOW_SECONDS);
}

export interface ClosedFlow<Secrets> {
  readonly browserHash: Buffer;
  readonly secrets: Secrets;
  readonly next: string;
}

/** Uses a flow up, whatever becomes of it. */
export async function closeFlow<Secrets>(
  { db, sealing }: FlowDeps,
  method: SsoMethod,
  state: string | undefined,
): Promise<ClosedFlow<Secrets>> {
  const found = state === undefined ? undefined : await takeFlow(db, secretHash(state), method);
  const text = found && sealing.unseal(contextOf(method, state ?? ""), found.sealed);
  if (!found || text === undefined) {
    throw refused(
      "invalid_code",
      "This sign-in was not started on this server, has already been used, or is more than an hour old. Start again.",
    );
  }
  return { browserHash: found.browser_hash, secrets: JSON.parse(text) as Secrets, next: found.next };
}

const contextOf = (method: SsoMethod, state: string): string => `sso_flow ${method} ${state}`;
