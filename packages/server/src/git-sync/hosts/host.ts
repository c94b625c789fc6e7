import type { IncomingHttpHeaders } from "node:http";
import type { GitHost } from "@tackroom/contract";

export type Payload = Readonly<Record<string, unknown>>;

/** What a delivery is about, in words that both hosts share. */
export type HostEvent =
  | { readonly kind: "ping" }
  | { readonly kind: "other"; readonly reason: string }
  | {
      readonly kind: "push";
      readonly branch: string;
      readonly defaultBranch: string | undefined;
      /** The message of the commit that the branch points to now, and which it is. */
      readonly message: string | null;
      readonly sha: string | null;
    }
  | { readonly kind: "release"; readonly tag: string; readonly notes: string | null };

/** A kind of git hosting service: how it signs its deliveries, and how it says what has happened. */
export interface Host {
  readonly provider: GitHost;
  isAuthentic(delivery: { readonly raw: Uint8Array; readonly headers: IncomingHttpHeaders }, secret: string): boolean;
  /** As the host calls it. */
  eventOf(headers: IncomingHttpHeaders, payload: Payload): string;
  /** The addresses by which it names the repository. */
  repositories(payload: Payload): readonly string[];
  read(event: string, payload: Payload): HostEvent;
}

/** The first of these headers that has a value. */
export function headerOf(headers: IncomingHttpHeaders, ...names: readonly string[]): string {
  for (const name of names) {
    const value = headers[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return "";
}

export function memberOf(payload: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    payload,
  );
}

export const isObject = (value: unknown): value is Payload =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function textAt(payload: unknown, ...path: readonly string[]): string | undefined {
  const value = memberOf(payload, ...path);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function textsAt(payload: unknown, within: string, names: readonly string[]): string[] {
  return names.flatMap((name) => textAt(payload, within, name) ?? []);
}

const BRANCH = "refs/heads/";

/** Undefined for a tag, and for whatever else can be pushed. */
export function branchOf(ref: string | undefined): string | undefined {
  return ref?.startsWith(BRANCH) ? ref.slice(BRANCH.length) : undefined;
}

export const NOT_A_BRANCH = { kind: "other", reason: "Only pushes to a branch are synced." } as const;
export const BRANCH_DELETED = { kind: "other", reason: "The branch was deleted." } as const;
export const unknownEvent = (event: string): HostEvent => ({
  kind: "other",
  reason: `The event ${event === "" ? "without a name" : `"${event.slice(0, 20)}"`} is not synced.`,
});
