import type { Kind } from "./kinds.js";

/** How long the telemetry of one project is kept. */
export interface ProjectDays {
  readonly project: string;
  readonly days: number;
}

const MAX_DAYS = 36_500;
const EXPECTED = `a list of projects with days from 1 to ${MAX_DAYS}, such as shop=30, legacy=7, each project once`;

/** `shop=30, legacy=7` */
export const projectDays: Kind<readonly ProjectDays[]> = {
  type: "list",
  parse(given) {
    const parts = given.split(",").map((part) => part.trim());
    const value = parts.filter((part) => part !== "").map(readPart);
    const known = value.filter((each) => each !== undefined);
    const isUnique = new Set(known.map(({ project }) => project)).size === value.length;
    if (known.length < value.length || !isUnique) return { expected: EXPECTED };
    return { value: known, text: known.map(({ project, days }) => `${project}=${days}`).join(",") };
  },
};

/** Project names may contain "=": the last one counts. */
function readPart(part: string): ProjectDays | undefined {
  const at = part.lastIndexOf("=");
  const [project, days] = [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()];
  const isValid = project !== "" && /^\d{1,5}$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS;
  return isValid ? { project, days: Number(days) } : undefined;
}
