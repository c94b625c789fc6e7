import type { Sealing } from "../../../platform/sealing/index.js";
import type { SamlSession } from "./read-assertion.js";

const CONTEXT = "token_family saml";
const TICKET_CONTEXT = "saml logout";
const TICKET_LIFETIME_MS = 60_000;

type Sealer = { readonly sealing: Sealing };

export const sealSession = ({ sealing }: Sealer, session: SamlSession): Buffer =>
  sealing.seal(CONTEXT, JSON.stringify(session));

/**
 * With which the browser goes to the identity provider to sign out there too, by an address that anyone could make up
 * otherwise. Undefined when the key that sealed the session is gone.
 */
export function makeLogoutTicket({ sealing }: Sealer, sealedSession: Uint8Array): string | undefined {
  const session = sealing.unseal(CONTEXT, sealedSession);
  if (session === undefined) return undefined;
  const ticket = { session: JSON.parse(session) as SamlSession, until: Date.now() + TICKET_LIFETIME_MS };
  return sealing.seal(TICKET_CONTEXT, JSON.stringify(ticket)).toString("base64url");
}

/** Undefined for a ticket that we did not make, or whose minute is over. */
export function readLogoutTicket({ sealing }: Sealer, ticket: string): SamlSession | undefined {
  const text = sealing.unseal(TICKET_CONTEXT, Buffer.from(ticket, "base64url"));
  if (text === undefined) return undefined;
  const { session, until } = JSON.parse(text) as { session: SamlSession; until: number };
  return until > Date.now() ? session : undefined;
}
