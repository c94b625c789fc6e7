/** What users can do about an error of a sign-in at a provider. The server puts only its code into the URL. */
const MESSAGES: Readonly<Record<string, string>> = {
  domain_not_allowed:
    "The domain of your email address is not allowed to sign in here. Use the account of your organization, or ask an admin for access.",
  org_not_allowed:
    "Your GitHub account is not a member of an organization that is allowed to sign in here. If it is a member, check that the organization lets this app see its members.",
  email_not_verified: "Your email address is not verified at the provider. Verify it there, then sign in again.",
  forbidden:
    "An account with your email address already exists and cannot be linked to this sign-in method. Ask an admin for help.",
  account_deactivated: "Your account is deactivated. Ask an admin to activate it.",
  sso_not_configured: "This sign-in method is not configured. Choose another one, or ask an admin to set it up.",
  upstream_error: "The identity provider could not be reached or returned an error. Try again in a moment.",
  invalid_code: "The sign-in took too long, was started in another browser, or could not be verified. Sign in again.",
  invalid_state:
    "The identity provider refused the sign-in, or did not send what identifies you here. Try again, or ask an admin for help.",
};

const OTHER = "The sign-in failed. Try again, and if it fails again, ask an admin for help.";

export const ssoFailureMessage = (code: string): string =>
  (Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined) ?? OTHER;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The request ID of a failed sign-in. Anything else in the URL is not shown: a link could contain any text. */
export const referenceIn = (ref: unknown): string | undefined =>
  typeof ref === "string" && UUID.test(ref) ? ref : undefined;
