/** What an operator does without a server, in words after the options. */
export type Operation =
  | { readonly name: "grant-role"; readonly email: string; readonly role: string }
  | { readonly name: "unset-setting"; readonly key: string }
  | { readonly name: "backup" | "restore"; readonly file: string };

export function readOperation([name, first, second, ...rest]: string[]): Operation | undefined {
  if (name === undefined) return undefined;
  if (name === "grant-role") {
    if (first !== undefined && second !== undefined && rest.length === 0) return { name, email: first, role: second };
    throw new Error("Usage: grant-role <email> <role>");
  }
  if (name === "unset-setting") {
    if (first !== undefined && second === undefined) return { name, key: first };
    throw new Error("Usage: unset-setting <key>");
  }
  if (name === "backup" || name === "restore") {
    if (first !== undefined && second === undefined) return { name, file: first };
    throw new Error(`Usage: ${name} <file>`);
  }
  throw new Error(`Unexpected ${name}`);
}
