/** What one analysis may read and return. A repository that has more is read in part, and the analysis says so. */
export const LIMITS = {
  files: 4000,
  fileBytes: 1024 * 1024,
  totalBytes: 40 * 1024 * 1024,
  tools: 1000,
  nameLength: 200,
  docstringLength: 8000,
  schemaBytes: 20 * 1024,
  /** Of all tools together: they are stored with every version, and shown on one page. */
  toolBytes: 1024 * 1024,
  variables: 200,
  issues: 200,
} as const;

/** One line of at most `length` characters. */
export function singleLine(text: string, length: number = LIMITS.nameLength): string {
  return text
    .slice(0, length * 4)
    .split(/\s/u)
    .filter((word) => word !== "")
    .join(" ")
    .slice(0, length);
}
