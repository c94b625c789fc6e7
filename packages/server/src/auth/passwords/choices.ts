import { createHash } from "node:crypto";
import type { FieldError } from "@tackroom/contract";
import { ServiceError } from "../../platform/service-error.js";
import { passwordProblem } from "@tackroom/contract/password-rules";
import { defaultUsernames, isUsername } from "../core/usernames.js";

export interface Choices {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The member of the body that holds the password. */
  readonly passwordMember?: string;
}

/** Refuses a username or a password that would not do, both at once. */
export function refuseBadChoices({ username, password, passwordMember = "password" }: Choices): void {
  const problem = password === undefined ? undefined : passwordProblem(password);
  const errors: FieldError[] = [
    ...(problem ? [{ path: `body.${passwordMember}`, message: problem }] : []),
    ...(username === undefined || isUsername(username)
      ? []
      : [
          {
            path: "body.username",
            message: "must be 3 to 32 characters from a-z, 0-9, dots and hyphens, and must not be reserved",
          },
        ]),
  ];
  const [first] = errors;
  if (first) throw new ServiceError("validation_failed", `${first.path} ${first.message}`, { extra: { errors } });
}

/** The chosen name and no other; or, where none was chosen, those that the email suggests. */
export function usernamesFor(email: string, chosen: string | undefined): string[] {
  if (chosen !== undefined) return [chosen];
  return defaultUsernames(email, createHash("sha256").update(email).digest("hex"));
}

/** Which of the two it was that somebody else has. */
export function takenRefusal(chosenUsername: string | undefined, usernameIsTaken: boolean): ServiceError {
  return chosenUsername !== undefined && usernameIsTaken
    ? new ServiceError("name_taken", `The username ${chosenUsername} is already taken. Choose another one.`)
    : new ServiceError("conflict", "An account with this email already exists. Sign in, or reset the password.");
}
