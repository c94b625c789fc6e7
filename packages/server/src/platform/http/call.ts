import type { IncomingHttpHeaders } from "node:http";
import type { Role } from "@tackroom/contract";
import type { Tx } from "../relational/tx.js";
import type { ServiceError } from "../service-error.js";

/** How a caller proved who they are. */
export type Credential =
  | { readonly kind: "access"; readonly family: string }
  | { readonly kind: "hooks" }
  | { readonly kind: "api_key"; readonly id: string };

/** Who is asking, as the account says at this moment. */
export interface Caller {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly credential: Credential;
  readonly isActive: boolean;
  readonly mustChangePassword: boolean;
  /** When the API key expires that stands behind the credential; null: never, or there is none. */
  readonly keyExpiresAt: Date | null;
}

/** What the audit record of a call says beyond what the edge sees by itself. Never a secret. */
export interface About {
  readonly actor?: Pick<Caller, "userId" | "email" | "role">;
  readonly resourceType?: string;
  readonly resourceId?: string;
  readonly resourceName?: string;
  readonly detail?: string;
}

/** The request besides its input, and what a use case may ask of the edge. */
export interface Call {
  /** The other end of the connection itself, whatever a proxy says of whom it speaks for. */
  readonly peer: string | undefined;
  /** The client's address, behind the proxies that are trusted. */
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  /** Path and query as they were sent. */
  readonly url: string;
  /**
   * Runs what changes the state, in one transaction together with the audit record of this call. With a refusal, what
   * is done stays done, is recorded as refused, and the refusal is thrown.
   */
  act<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  act(work: (tx: Tx) => Promise<unknown>, refusal: ServiceError): Promise<never>;
  tell(about: About): void;
  /** Counts a call that is limited by the use case's own findings: by a user's id, say. */
  countAs(whom: string): Promise<void>;
}
