import type { Variable } from "./variables.js";

/** `.env.example` and its like: a variable is described by the comment above it or behind it. */
export function readDotenv(text: string): Variable[] {
  const variables: Variable[] = [];
  let comment: string[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    const [, name, value = ""] = /^(?:#\s*)?(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=(.*)$/u.exec(line) ?? [];
    if (name !== undefined) {
      const behind = value.includes(" #") ? value.slice(value.indexOf(" #") + 2).trim() : undefined;
      variables.push({ name, description: behind ?? comment.join(" ") });
      comment = [];
    } else if (line.startsWith("#")) comment.push(line.replace(/^#+/u, "").trim());
    else comment = [];
  }
  return variables.map(({ name, description }) => ({
    name,
    description: description.replaceAll(/[=#*-]{3,}/gu, "").trim(),
  }));
}
