import { ITEM_KINDS, type ItemKind } from "./registry/item-types.js";

/**
 * How an action is told: what was done, what someone tried to do, and to what. Placeholders that the record has nothing for
 * disappear: `{target}` is what it was done to; `{version}` "version 1.2.0 of"; `{change}` "from user to admin"; `{from}` and
 * `{to}` its two ends; `{as}` the account that a caller without one meant; `{path}` the address that was called.
 */
export interface ActionWords {
  readonly past: string;
  readonly infinitive: string;
  readonly object: string;
  /** Shows data and changes nothing. An export is none: data leaves the server. */
  readonly isRead?: boolean;
  /** The sentence tells the outcome itself. */
  readonly tellsOutcome?: boolean;
}

const did = (past: string, infinitive: string, object = "{target}"): ActionWords => ({ past, infinitive, object });
const saw = (past: string, infinitive: string, object = "{target}"): ActionWords => ({
  ...did(past, infinitive, object),
  isRead: true,
});
const changed = (object: string): ActionWords => did("changed", "change", object);
const created = (object?: string): ActionWords => did("created", "create", object);
const deleted = (object?: string): ActionWords => did("deleted", "delete", object);
const viewed = (object?: string): ActionWords => saw("viewed", "view", object);
const signedIn = (how: string): ActionWords => did("signed in", "sign in", `${how} {as}`);

/** What is done to an item, recorded as `mcp.submit`, `skill.submit` and so on. */
export const ITEM_ACTIONS = {
  submit: did("submitted", "submit", "{version} {target}"),
  create_draft: created("a draft of {target}"),
  update_draft: changed("the draft of {target}"),
  submit_draft: did("submitted", "submit", "the draft of {target} for review"),
  start_edit: did("started", "start", "to edit {target}"),
  cancel_edit: did("stopped", "stop", "editing {target}"),
  update: changed("{target}"),
  rename: did("renamed", "rename", "{target} {change}"),
  delete: deleted(),
  archive: did("archived", "archive"),
  unarchive: did("restored", "restore", "{target} from the archive"),
  release_version: did("released", "release", "{version} {target}"),
  update_version: changed("{version} {target}"),
  review_version: did("reviewed", "review", "{version} {target}"),
  add_co_author: did("added", "add", "{to} to the co-authors of {target}"),
  remove_co_author: did("removed", "remove", "{from} from the co-authors of {target}"),
  transfer_ownership: did("transferred", "transfer", "the ownership of {target} {change}"),
  accept_transfer: did("accepted", "accept", "the ownership of {target}"),
  decline_transfer: did("declined", "decline", "the ownership of {target}"),
} as const satisfies Readonly<Record<string, ActionWords>>;

export type ItemVerb = keyof typeof ITEM_ACTIONS;

/** Every other action. One that is missing here cannot be declared: the types of endpoints and system events are made of it. */
export const OTHER_ACTIONS = {
  "access.denied": { ...did("was refused access", "access", "to {path}"), tellsOutcome: true },
  "data.read": viewed("data of others: {target}"),

  "alert.create": created(),
  "alert.update": changed("{target}"),
  "alert.delete": deleted(),
  "alert.test": did("tested", "test"),
  "alert.read": viewed(),
  "alert.fired": did("noticed", "notice", "that {target} fired"),

  "ard_source.add": did("added", "add"),
  "ard_source.remove": did("removed", "remove"),
  "ard_source.list": viewed("the discovery sources"),

  "audit_log.read": viewed("the audit log"),
  "audit_log.verify": saw("verified", "verify", "the audit log"),
  "audit_log.export": did("exported", "export", "the audit log"),

  "auth.bootstrap": created("the first account {as}"),
  "auth.register": did("registered", "register", "{as}"),
  "auth.login": signedIn("with a password"),
  "auth.token": did("got", "get", "an access token {as}"),
  "auth.exchange": did("finished", "finish", "a single sign-on {as}"),
  "auth.oidc_callback": signedIn("with OpenID Connect"),
  "auth.provider_a_callback": signedIn("with Google"),
  "auth.provider_b_callback": signedIn("with GitHub"),
  "auth.saml_callback": signedIn("with SAML"),
  "auth.device_login": signedIn("on a device"),
  "auth.device_confirm": did("approved", "approve", "the sign-in of a device"),
  "auth.refresh": did("renewed", "renew", "a sign-in {as}"),
  "auth.logout": did("signed out", "sign out", ""),
  "auth.saml_logout": did("signed out", "sign out", "with SAML"),
  "auth.backchannel_logout": did("was signed out", "be signed out", "by the OpenID Connect provider"),
  "auth.revoke": did("revoked", "revoke"),
  "auth.hooks_token": created("a token for session hooks"),
  "auth.change_password": changed("their password"),
  "auth.change_username": changed("their username {change}"),
  "auth.request_reset": did("asked", "ask", "for a password reset {as}"),
  "auth.reset_password": did("reset", "reset", "their password {as}"),

  "budget.create": created(),
  "budget.update": changed("{target}"),
  "budget.delete": deleted(),
  "budget.read": viewed(),
  "budget.warning": did("warned", "warn", "about {target}"),

  "canary.create": created("a canary for {target}"),
  "canary.delete": deleted("a canary"),
  "canary.list": viewed("the canaries of an agent"),
  "canary.read_reports": viewed("the canary reports of an agent"),

  "feedback.give": did("rated", "rate"),
  "feedback.update": changed("a rating"),
  "feedback.delete": deleted("a rating"),

  "feed.create": created(),
  "feed.update": changed("{target}"),
  "feed.rotate": did("rotated", "rotate", "the address of {target}"),
  "feed.revoke": did("revoked", "revoke"),
  "feed.read": viewed(),

  "inbox.mark_read": did("marked", "mark", "notifications as read"),

  "item.read": viewed(),
  "item.list": saw("listed", "list", "items of others"),

  "key.create": created(),
  "key.rotate": did("rotated", "rotate"),
  "key.revoke": did("revoked", "revoke"),

  "mcp.sync_set": did("set up", "set up", "the git sync of {target}"),
  "mcp.sync_disable": did("disabled", "disable", "the git sync of {target}"),
  "mcp.sync_rotate_secret": did("rotated", "rotate", "the webhook secret of {target}"),
  "mcp.sync_run": did("started", "start", "a git sync of {target}"),
  "mcp.sync_published": did("published", "publish", "{version} {target} from its repository"),
  "mcp.host_a_delivery": did("delivered", "deliver", "a webhook for {target}"),
  "mcp.host_b_delivery": did("delivered", "deliver", "a webhook for {target}"),

  "mcp_authorization.create": did("decided", "decide", "about the access of {target}"),
  "mcp_authorization.end": did("ended", "end", "the access of {target}"),
  "mcp_authorization.renew": did("renewed", "renew", "the access of {target}"),
  "mcp_authorization.revoke": did("revoked", "revoke", "the access of {target}"),

  "registry.forget_install": did("stopped", "stop", "following updates of {target}"),
  "registry.import": did("imported", "import", "{version} {target}"),
  "registry.scan": did("registered", "register", "what is installed on a machine"),
  "registry.set_visibility": changed("the visibility of {target} {change}"),

  "review.approve": did("approved", "approve", "{version} {target}"),
  "review.reject": did("rejected", "reject", "{version} {target}"),
  "review.request_changes": did("requested", "request", "changes to {version} {target}"),
  "review.decide_several": did("decided", "decide", "about several submissions"),
  "review.comment": did("commented", "comment", "on {version} {target}"),
  "review.resolve_comment": did("resolved", "resolve", "a comment on {target}"),
  "review.delete_comment": deleted("a comment on {target}"),

  "saml_config.read": viewed("the SAML configuration"),
  "saml_config.set": changed("the SAML configuration"),
  "saml_config.unset": deleted("the SAML configuration"),
  "sealing_key.rotate": did("rotated", "rotate", "the key that encrypts stored secrets"),

  "session.list": saw("listed", "list", "sessions of others"),
  "session.read": viewed(),
  "session.read_lines": viewed("the unredacted lines of {target}"),
  "session.export": did("exported", "export", "sessions of others"),
  "session_view.save": did("saved", "save", "{target} of sessions"),
  "session_view.delete": deleted("{target} of sessions"),
  "session.rate": did("rated", "rate"),
  "session.supersede_lines": did("replaced", "replace", "recorded lines of {target}"),

  "setting.list": viewed("the settings"),
  "setting.read": viewed(),
  "setting.check": saw("checked", "check", "a change of {target}"),
  "setting.set": changed("{target} {change}"),
  "setting.unset": did("reset", "reset", "{target} to its default {change}"),
  "sso.test": did("tested", "test", "single sign-on"),

  "team.create": created(),
  "team.update": changed("{target}"),
  "team.delete": deleted(),
  "team.leave": did("left", "leave"),
  "team.read": viewed(),
  "team.add_member": did("added", "add", "{member} to {target}"),
  "team.remove_member": did("removed", "remove", "{member} from {target}"),
  "team.set_member_role": changed("the role of {member} in {target} {change}"),

  "telemetry.export": did("exported", "export", "telemetry"),
  "telemetry.purge": deleted("telemetry"),
  "telemetry.read_retention": viewed("how much telemetry is kept"),
  "usage.read": viewed("the usage of others"),

  "user.list": viewed("the accounts"),
  "user.create": created("the account {target}"),
  "user.delete": deleted("the account {target}"),
  "user.set_role": changed("the role of {target} {change}"),
  "user.grant_role": changed("the role of {target} {change} on the server's machine"),
  "user.set_active": changed("whether {target} can sign in {change}"),
  "user.set_department": changed("the department of {target} {change}"),
  "user.set_password": did("reset", "reset", "the password of {target}"),
  "user.bulk_department": changed("the departments of several accounts"),

  "weights.read": viewed("the scorecard weights"),
  "weights.set": changed("the scorecard weights"),
} as const satisfies Readonly<Record<string, ActionWords>>;

export type AuditAction = keyof typeof OTHER_ACTIONS | `${ItemKind}.${ItemVerb}`;

const itemActions = ITEM_KINDS.flatMap((kind) =>
  Object.entries(ITEM_ACTIONS).map(([verb, words]): [string, ActionWords] => [`${kind}.${verb}`, words]),
);

/** All actions by name. Records of other releases may have others. */
export const AUDIT_ACTIONS: ReadonlyMap<string, ActionWords> = new Map([
  ...itemActions,
  ...Object.entries(OTHER_ACTIONS),
]);

/** The actions whose successful records `reads=hidden` leaves out. */
export const READ_ACTIONS: readonly string[] = [...AUDIT_ACTIONS]
  .filter(([, { isRead = false }]) => isRead)
  .map(([action]) => action);

/** What an action can be done to, in words; the name follows. */
export const RESOURCE_WORDS = {
  agent: "agent",
  alert: "alert",
  api_key: "API key",
  ard_source: "discovery source",
  audit_log: "audit log",
  budget: "budget",
  canary: "canary",
  feed: "feed",
  feedback: "rating",
  session_view: "view",
  hook: "hook",
  inbox: "inbox",
  item: "item",
  mcp: "MCP server",
  mcp_authorization: "access of an MCP client",
  prompt: "prompt",
  sandbox: "sandbox",
  session: "session",
  setting: "setting",
  skill: "skill",
  submission: "submission",
  team: "team",
  telemetry: "telemetry",
  token_family: "sign-in",
  user: "account",
  weights: "scorecard weights",
} as const;

export type AuditResource = keyof typeof RESOURCE_WORDS;
