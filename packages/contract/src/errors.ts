import { Type, type Static } from "typebox";

/** Every error code of the service, with its status and its title. The `detail` of an answer says what to do about it. */
export const ERRORS = {
  malformed_json: { status: 400, title: "The body is not valid JSON" },
  nesting_too_deep: { status: 400, title: "The body is nested too deeply" },
  malformed_request: { status: 400, title: "Malformed request" },
  invalid_state: { status: 400, title: "The current state does not allow this" },
  invalid_code: { status: 400, title: "The code is wrong or has expired" },
  email_not_verified: { status: 400, title: "The email address is not verified" },

  unauthenticated: { status: 401, title: "Credentials are missing or invalid" },
  invalid_credentials: { status: 401, title: "The credentials are wrong" },
  invalid_signature: { status: 401, title: "The webhook signature or token is wrong" },

  forbidden: { status: 403, title: "Permission denied" },
  account_deactivated: { status: 403, title: "The account is deactivated" },
  password_change_required: { status: 403, title: "The password must be changed first" },
  sso_only: { status: 403, title: "Sign in with single sign-on" },
  registration_disabled: { status: 403, title: "Self-registration is off" },
  bootstrap_token_required: { status: 403, title: "The bootstrap token is missing or wrong" },
  not_loopback: { status: 403, title: "Allowed only from the local machine" },
  domain_not_allowed: { status: 403, title: "The email domain is not allowed" },
  read_only: { status: 403, title: "This is read-only" },
  org_not_allowed: { status: 403, title: "The organization is not allowed" },

  not_found: { status: 404, title: "Not found" },
  unknown_setting: { status: 404, title: "Unknown setting" },
  sso_not_configured: { status: 404, title: "This sign-in method is not configured" },
  method_not_allowed: { status: 405, title: "Method not allowed" },

  conflict: { status: 409, title: "Conflict with the current state" },
  name_taken: { status: 409, title: "The name is already taken" },
  ambiguous_name: { status: 409, title: "The name is ambiguous" },
  already_initialized: { status: 409, title: "The server is already initialized" },
  ingest_conflict: { status: 409, title: "An acknowledged line has different content" },
  changed_since_review: { status: 409, title: "The content has changed since it was reviewed" },
  edit_locked: { status: 409, title: "Someone else is editing this" },
  pinned: { status: 409, title: "Agents depend on this" },
  lock_problems: { status: 409, title: "The lock cannot be satisfied" },
  externally_managed: { status: 409, title: "The value is managed outside the service" },
  key_limit_reached: { status: 409, title: "API key limit reached" },

  gone: { status: 410, title: "Permanently deleted" },

  payload_too_large: { status: 413, title: "The body is too large" },
  uri_too_long: { status: 414, title: "The URI is too long" },
  unsupported_media_type: { status: 415, title: "The content type is not supported" },

  validation_failed: { status: 422, title: "Invalid request" },
  invalid_components: { status: 422, title: "Some components are invalid" },
  blocking_components: { status: 422, title: "Some components are not approved" },
  repository_mismatch: { status: 422, title: "The delivery is about another repository" },

  authorization_pending: { status: 428, title: "Authorization pending" },
  rate_limited: { status: 429, title: "Too many requests" },
  headers_too_large: { status: 431, title: "The request headers are too large" },

  internal_error: { status: 500, title: "Internal server error" },
  not_implemented: { status: 501, title: "This feature is disabled" },
  upstream_error: { status: 502, title: "Upstream service error" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** One finding about an input; `path` reads like code: `body.items[0].id`, `query.limit`. */
export const FieldError = Type.Object({ path: Type.String(), message: Type.String() });
export type FieldError = Static<typeof FieldError>;

/** RFC 9457. Codes add members of their own, such as `candidates` or `offsets`. */
export const Problem = Type.Object(
  {
    type: Type.String({ examples: ["urn:tackroom:problem:not_found"] }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    request_id: Type.String({ format: "uuid" }),
    errors: Type.Optional(Type.Array(FieldError)),
  },
  { $id: "Problem", additionalProperties: true, description: "RFC 9457 problem details" },
);
export type Problem = Static<typeof Problem>;
