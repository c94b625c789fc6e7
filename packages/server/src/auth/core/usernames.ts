const USERNAME = /^[a-z0-9][a-z0-9.-]{1,30}[a-z0-9]$/;
const RESERVED = new Set(["admin", "api", "auth", "registry", "root", "system", "teams", "users"]);

/** From four characters of the digest to as many as fit beside twenty of the name. */
const DIGEST_LENGTHS = [4, 5, 6, 7, 8, 9, 10, 11];

export function isUsername(text: string): boolean {
  return USERNAME.test(text) && !text.includes("..") && !RESERVED.has(text);
}

/** The names that an account may get when none was chosen, best first; `emailDigest` is the hex SHA-256 of the email. */
export function defaultUsernames(email: string, emailDigest: string): string[] {
  const local = email.split("@")[0] ?? "";
  const name =
    local
      .toLowerCase()
      .replace(/[^a-z0-9.-]/g, "-")
      .replace(/\.{2,}/g, ".")
      .replace(/^[.-]+|(?<![.-])[.-]+$/g, "")
      .slice(0, 20)
      .replace(/(?<![.-])[.-]+$/, "") || "user";
  const longer = DIGEST_LENGTHS.map((length) => `${name}-${emailDigest.slice(0, length)}`);
  return isUsername(name) ? [name, ...longer] : longer;
}
