import { Type, type TSchema } from "typebox";
import type { ErrorCode } from "./errors.js";
import type { Access } from "./roles.js";

/** The specification's REST base path. */
export const BASE_PATH = "/api/v1";

/** The endpoint takes no such input. */
export const None = Type.Optional(Type.Unknown());
export type None = typeof None;

export interface EndpointShape {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base path, unless `root` says otherwise; parameters as `:id`. */
  readonly path: string;
  readonly root?: boolean;
  /** Further paths, in full, that answer the same. */
  readonly aliases?: readonly string[];
  /** The module it belongs to: a folder of the server, a chapter of the API page. */
  readonly module: string;
  readonly summary: string;
  readonly access: Access;
  readonly audited: boolean;
  /** Refuses a request that does not say it is JSON even when it is empty, which keeps foreign pages' forms out. */
  readonly jsonOnly?: boolean;
  /** Stores nothing although it is not a GET, so it is answered even while nothing can be written. */
  readonly readsOnly?: boolean;
  readonly params: TSchema;
  readonly query: TSchema;
  readonly body: TSchema;
  readonly reply: TSchema;
  /** Success status where it is not 200. */
  readonly status?: number;
  /** Statuses that carry `reply` although they are not a success. */
  readonly alsoRepliesWith?: readonly number[];
  readonly errors: readonly ErrorCode[];
}

/** Validation, serialisation, OpenAPI, the typed client and the role check all derive from this one value. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

export function fullPath(of: Pick<EndpointShape, "path" | "root">): string {
  return of.root ? of.path : BASE_PATH + of.path;
}
