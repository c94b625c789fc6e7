/** What a text is the value of, where the value around it says so. */

/** `{name: "API_KEY", default: "…"}` gives a value to API_KEY. */
export function labelOfMember(name: string, owner: Readonly<Record<string, unknown>>): string {
  const named = owner["name"] ?? owner["key"];
  return (name === "default" || name === "value") && typeof named === "string" ? named : name;
}

/** `["--token", "…"]` gives a value to the option. */
export function optionBefore(list: readonly unknown[], index: number): string | undefined {
  const before = list[index - 1];
  return typeof before === "string" && /^--?[A-Za-z]/.test(before) && !before.includes("=") ? before : undefined;
}
