import { hasProblemCode } from "../../api/failures.js";
import { CliError } from "../../errors.js";

/** Makes a call that needs a password. Servers that only allow single sign-on reject it, and the user learns what to do instead. */
export async function orSuggestSso<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!hasProblemCode(error, "sso_only")) throw error;
    throw new CliError(error.category, error.message, {
      ...error.details,
      remediation: "Sign in with single sign-on: tack login --sso",
    });
  }
}
