const MIN_LENGTH = 8;

/** The rules in words, to be shown before a password is chosen. */
export const PASSWORD_RULES = `at least ${MIN_LENGTH} characters with an uppercase letter, a digit and a special character`;

const WEAK = new Set(["password1!", "passw0rd!", "admin123!", "welcome1!", "qwerty123!", "changeme1!", "letmein1!"]);

/** What is wrong with a password, as one sentence for the person who chose it; undefined when it will do. */
export function passwordProblem(password: string): string | undefined {
  const missing = [
    [password.length >= MIN_LENGTH, `${MIN_LENGTH} characters`],
    [/\p{Lu}/u.test(password), "an uppercase letter"],
    [/\p{Nd}/u.test(password), "a digit"],
    [/[^\p{L}\p{N}\s]/u.test(password), "a special character"],
  ].flatMap(([has, what]) => (has ? [] : [what]));
  if (missing.length > 0) return `must have at least ${missing.join(", ")}`;
  return WEAK.has(password.toLowerCase()) ? "is too common and easy to guess" : undefined;
}
