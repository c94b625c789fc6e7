/** One entry of a record's detail. */
export interface DetailLine {
  readonly name: string;
  readonly text: string;
}

/**
 * The detail of a record as readable lines: "role: user → admin". Records of changes contain a JSON object; client reports
 * and records of earlier releases are plain text.
 */
export function detailLines(detail: string | null): DetailLine[] {
  if (detail === null || detail === "") return [];
  const members = objectIn(detail);
  if (!members) return [{ name: "", text: detail }];
  return Object.entries(members).map(([name, value]) => ({ name: name.replaceAll("_", " "), text: textOf(value) }));
}

function objectIn(detail: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(detail);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(textOf).join(", ");
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  const change = value as { readonly from?: unknown; readonly to?: unknown };
  return "from" in change && "to" in change ? `${textOf(change.from)} → ${textOf(change.to)}` : JSON.stringify(value);
}
