const USERNAME = /^[a-z0-9][a-z0-9.-]{1,30}[a-z0-9]$/;
const RESERVED = new Set(["admin", "api", "auth", "registry", "root", "system", "teams", "users"]);

export function isUsername(text: string): boolean {
  return USERNAME.test(text) && !text.includes("..") && !RESERVED.has(text);
}

/** The name that an account gets when none was chosen; `emailDigest` is the hex SHA-256 of the email. */
export function defaultUsername(email: string, emailDigest: string): string {
  const local = email.split("@")[0] ?? "";
  const name =
    local
      .toLowerCase()
      .replace(/[^a-z0-9.-]/g, "-")
      .replace(/\.{2,}/g, ".")
      .replace(/^[.-]+|[.-]+$/g, "")
      .slice(0, 20)
      .replace(/[.-]+$/, "") || "user";
  return isUsername(name) ? name : `${name}-${emailDigest.slice(0, 4)}`;
}
