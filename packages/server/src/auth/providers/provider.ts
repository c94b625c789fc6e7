import type { OAuthMethod, SsoMethod } from "@tackroom/contract";

/** What a provider says of someone who has signed in there, once all of it has been verified. */
export interface Vouched {
  /** Never changes and is never given to someone else, unlike an email address. */
  readonly subject: string;
  readonly email: string;
  /** Whether the provider stands for the address, so that an account of the same address may be joined. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  readonly avatarUrl: string | null;
  /** The name of the session there, by which the provider ends it. */
  readonly session: string | null;
  /** By which the provider can be asked later whether it still vouches. */
  readonly grant: ProviderGrant | null;
}

export interface ProviderGrant {
  readonly method: SsoMethod;
  readonly refreshToken: string;
  readonly subject: string;
  /** Milliseconds since 1970; null if the provider does not say. */
  readonly expiresAt: number | null;
}

/** What is kept between the way to the provider and the way back. */
export interface FlowSecrets {
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface FlowStart extends FlowSecrets {
  readonly state: string;
  readonly redirectUri: string;
}

export interface FlowEnd extends FlowSecrets {
  readonly state: string;
  /** The address that the browser has come back to, with everything that the provider has added. */
  readonly callback: URL;
}

/** A way to sign in by being redirected to someone else and back. */
export interface OAuthProvider {
  readonly method: OAuthMethod;
  /** Where the browser goes. */
  start(flow: FlowStart): Promise<URL>;
  /** Throws a `ServiceError` with the contract's code when the provider does not vouch. */
  finish(flow: FlowEnd): Promise<Vouched>;
  /** The renewed grant; `refused` when the provider no longer vouches. Absent where it cannot be asked. */
  askAgain?(grant: ProviderGrant): Promise<ProviderGrant | "refused">;
  /** Whose sign-ins a logout token ends. Absent where the provider has no back channel. */
  readLogoutToken?(token: string): Promise<EndedSession>;
}

export interface EndedSession {
  readonly session: string | undefined;
  readonly subject: string | undefined;
}
