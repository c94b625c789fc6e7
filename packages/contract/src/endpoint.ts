import { Type, type TSchema } from "typebox";
import type { AuditAction } from "./audit-actions.js";
import type { ErrorCode } from "./errors.js";
import type { Access } from "./roles.js";

/** The specification's REST base path. */
export const BASE_PATH = "/api/v1";

/** The endpoint takes no such input. */
export const None = Type.Optional(Type.Unknown());
export type None = typeof None;

export const SENSITIVITIES = ["low", "medium", "high"] as const;

export interface Audited {
  /** What the log calls it: `user.set_role`. Each has a sentence in `audit-actions.ts`. */
  readonly action: AuditAction;
  /** The kind of thing it is done to, which the path names by `id` or `key` unless the use case tells another. */
  readonly resource?: string;
  readonly sensitivity: (typeof SENSITIVITIES)[number];
  /** Which calls leave a record: all of them, those by reviewers and above, those refused, or those described with `describeForAudit`. */
  readonly calls: "all" | "by_reviewers" | "refused" | "when_described";
}

/** What the log calls a read of other people's data: `session.read`. */
export type AuditedRead = Pick<Audited, "action" | "sensitivity">;

/** Several endpoints show parts of the same resource; reading all of them counts as one read. */
export const READS = {
  alert: { action: "alert.read", sensitivity: "low" },
  budget: { action: "budget.read", sensitivity: "low" },
  feed: { action: "feed.read", sensitivity: "low" },
  item: { action: "item.read", sensitivity: "medium" },
  itemList: { action: "item.list", sensitivity: "low" },
  session: { action: "session.read", sensitivity: "medium" },
  sessionList: { action: "session.list", sensitivity: "medium" },
  sessionExport: { action: "session.export", sensitivity: "medium" },
  sessionLines: { action: "session.read_lines", sensitivity: "high" },
  team: { action: "team.read", sensitivity: "low" },
  usage: { action: "usage.read", sensitivity: "medium" },
} as const satisfies Readonly<Record<string, AuditedRead>>;

/** Contract §2.2. Endpoints with a `shared` strict limit have one bucket; every other limited endpoint has its own. */
export interface Limited {
  /**
   * `strict_with_password`: strict and shared when the body holds a password, else general. `webhook`: 60 a minute for each
   * client address, over both receivers.
   */
  readonly rate: "strict" | "strict_with_password" | "general" | "webhook";
  readonly shared?: boolean;
  /** The member of the body that names an account: many attempts on it in vain, from wherever, delay the next ones. */
  readonly slowsDownBy?: string;
  /** Only rejected calls count towards the limit of an IP address: authorized callers are not limited. */
  readonly counts?: "failures";
  /** The use case counts the call by what it has verified; a call that it refuses counts for the address. */
  readonly byUseCase?: boolean;
}

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
  /** What the audit log says of a call. Without it only a refusal (403) is recorded, as `access.denied`. */
  readonly audited: Audited | false;
  /**
   * Under which name the log records that a caller was shown other people's data which only their role opens to them; `false`
   * if that cannot happen. Endpoints whose calls by admins are all recorded anyway need not say it.
   */
  readonly readsOthers?: AuditedRead | false;
  readonly limited?: Limited;
  /** Answered while a forced password change is pending; everything else waits for it. */
  readonly duringPasswordChange?: boolean;
  /** Accepts the long-lived tokens of harness hooks, which are refused everywhere else. */
  readonly takesHooksTokens?: boolean;
  /** Accepts the access tokens that MCP clients are given, which are refused everywhere else. */
  readonly takesMcpTokens?: boolean;
  /** The body may also come as `multipart/form-data` with one file. */
  readonly takesUpload?: boolean;
  /** The body is a form (`application/x-www-form-urlencoded`), which providers of single sign-on send. */
  readonly takesForm?: boolean;
  /** The body may be compressed (`Content-Encoding: gzip`): files as base64 are a third larger than they need to be. */
  readonly takesGzip?: boolean;
  /** The body is JSON whatever the request says it is: what sends it is a shell script in someone's editor. */
  readonly anyContentType?: boolean;
  /** The body is handed over as the bytes that were sent: a signature is about those, and nothing is parsed before it is verified. */
  readonly takesBytes?: boolean;
  /** Texts of the body may hold U+0000; what goes to the relational store excludes it in its own schema. */
  readonly bodyMayHoldNul?: boolean;
  /**
   * How failures are told: as problems; as the two fields that ARD has; as the one member `error` that MCP registries have; or as
   * a small page to those who accept HTML, which is what someone sees whose sign-in or sign-out fails at a provider. `mcp`: as
   * problems, and who is not let in is told where MCP clients ask for permission. `oauth`: in the words of OAuth.
   */
  readonly envelope?: "ard" | "mcp_registry" | "sign_in_page" | "sign_out_page" | "mcp" | "oauth";
  /** Refused with `sso_only` while `deployment.sso_only` is on: always, or when the body holds a password. */
  readonly localAccountsOnly?: "always" | "with_password";
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
  /** Media types of the reply where it is not JSON. */
  readonly produces?: readonly string[];
  readonly errors: readonly ErrorCode[];
}

/** Validation, serialisation, OpenAPI, the typed client and the role check all derive from this one value. */
export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

export function fullPath(of: Pick<EndpointShape, "path" | "root">): string {
  return of.root ? of.path : BASE_PATH + of.path;
}

export interface NamedEndpoint {
  /** As code says it: `createKey`, `mcps.submitItem`. */
  readonly name: string;
  readonly endpoint: EndpointShape;
}

/** Every endpoint among these values, also those that are kept in groups. */
export function listEndpoints(values: Readonly<Record<string, unknown>>, group = ""): NamedEndpoint[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null) return [];
    if ("method" in value && "path" in value) return [{ name: group + name, endpoint: value as EndpointShape }];
    return name === "REGISTRY" ? groupsOf(value) : [];
  });
}

const groupsOf = (groups: object): NamedEndpoint[] =>
  Object.entries(groups).flatMap(([group, endpoints]) => listEndpoints(endpoints as object as never, `${group}.`));
