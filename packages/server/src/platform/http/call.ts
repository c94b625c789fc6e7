import type { IncomingHttpHeaders } from "node:http";
import type { Role } from "@tackroom/contract";
import type { Tx } from "../relational/tx.js";
import type { ServiceError } from "../service-error.js";

/** How a caller proved who they are. */
export type Credential =
  | { readonly kind: "access"; readonly family: string }
  | { readonly kind: "hooks" }
  | { readonly kind: "mcp"; readonly family: string }
  | { readonly kind: "api_key"; readonly id: string };

/** Whom the credentials of a request stand for, as the account says at this moment. */
export interface Identity {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly credential: Credential;
  readonly isActive: boolean;
  readonly mustChangePassword: boolean;
  /**
   * The API key behind the credential, then the keys that it was made with in turn; empty when there is none. Whatever the
   * caller makes must end with all of them.
   */
  readonly keys: readonly string[];
  /** When the first of these keys expires; null: never, or there is none. */
  readonly keyExpiresAt: Date | null;
  /** The admin who had set the password that the sign-in began with, when its owner had not changed it yet. */
  readonly passwordSetBy: string | null;
}

/** Data of other people that a caller is shown only because of their role. */
export interface PrivilegedRead {
  readonly resourceType: string;
  /** Null: several, as in a list. */
  readonly resourceId: string | null;
  readonly resourceName?: string;
  /** Whose it is, or what was asked for. Reads that differ in it have records of their own, so it holds nothing that changes. */
  readonly detail?: AuditDetail;
}

/** Who is asking. */
export interface Caller extends Identity {
  /**
   * Code that finds other users' data for a caller reports it here. The edge records it before the answer is sent
   * (contract §9.4, "reads of others' data").
   */
  notePrivilegedRead(read: PrivilegedRead): void;
}

export interface Changed {
  readonly from: string | number | boolean | null;
  readonly to: string | number | boolean | null;
}

/**
 * What changed, from what to what, and whom or what else it concerned. The log shows it as a JSON object, which people can read
 * and machines can search. Never a secret.
 */
export type AuditDetail = Readonly<Record<string, string | number | boolean | null | readonly string[] | Changed>>;

/** What the audit record of a call says beyond what the edge sees by itself. Never a secret. */
export interface About {
  readonly actor?: Pick<Identity, "userId" | "email" | "role">;
  readonly resourceType?: string;
  readonly resourceId?: string;
  readonly resourceName?: string;
  readonly detail?: string | AuditDetail;
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
   * is done stays done, is recorded as refused, and the refusal is thrown. The work may run twice, so whatever has an effect
   * outside the transaction comes after it.
   */
  act<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  act(work: (tx: Tx) => Promise<unknown>, refusal: ServiceError): Promise<never>;
  /** Adds to what the audit record of this call says; members of details are joined. */
  describeForAudit(about: About): void;
  /** For a call that decides several things, each on its own: the record of the call itself is then left to its parts. */
  part(): CallPart;
  /** Counts a call that is limited by the use case's own findings: by a user's id, say. */
  countAs(whom: string): Promise<void>;
}

/** One of several decisions that a call makes, with a transaction and an audit record of its own. */
export interface CallPart extends Pick<Call, "act" | "describeForAudit"> {
  /** Records what is told among the results of the call instead of being thrown, and says how to tell it. */
  readonly failed: (error: unknown) => Promise<ServiceError>;
}

/** What a use case gets beside its input: who is asking, and the call itself. */
export interface CallContext<C extends Caller | null = Caller> {
  readonly caller: C;
  readonly call: Call;
}
