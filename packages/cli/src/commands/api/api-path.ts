import { CliError } from "../../errors.js";

const BASE = "/api/v1/";

export interface ApiPath {
  readonly path: string;
  /** The original path, restored after a Windows shell rewrote it. */
  readonly corrected: boolean;
}

/** The specification's rules 2 and 7: a canonical path below the base, so that credentials are sent nowhere else. */
export function readApiPath(given: string): ApiPath {
  const drive = /^[A-Za-z]:[\\/].*?[\\/](api[\\/]v1[\\/].*)$/.exec(given);
  const typed = drive?.[1] === undefined ? given : drive[1].replaceAll("\\", "/");
  const path = typed.startsWith("/") ? typed : `/${typed}`;
  const problem = typingProblem(typed) ?? placeProblem(decodedUntilStable(path));
  if (problem !== undefined) {
    throw new CliError("validation", `${given} is not an API path: ${problem}.`, {
      resource: given,
      remediation: `Pass a path such as ${BASE}mcps, and its query with --param, such as --param limit=5.`,
    });
  }
  return { path, corrected: drive !== null };
}

/** Decodes repeatedly, so that nested escapes cannot bypass a check. */
function decodedUntilStable(path: string): string | undefined {
  let text = path;
  for (let round = 0; round < 10; round += 1) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      return undefined;
    }
    if (decoded === text) return text;
    text = decoded;
  }
  return undefined;
}

/** Characters with a special meaning unless escaped. Escaped, they are part of a name, such as `My%20Server`. */
function typingProblem(typed: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(typed)) return "it is a full URL";
  if (typed.includes("#")) return "it contains a fragment";
  if (typed.includes("?")) return "it contains a query (use --param)";
  if (typed.includes(" ")) return "it contains a space (write it as %20)";
  return undefined;
}

/** Paths that lead elsewhere, however they are escaped. */
function placeProblem(path: string | undefined): string | undefined {
  if (path === undefined) return "it contains an invalid escape sequence";
  if (path.includes("\\")) return "it contains a backslash";
  // oxlint-disable-next-line no-control-regex -- they are what is meant
  if (/[\u0000-\u001f\u007f]/.test(path)) return "it contains a control character";
  if (path.includes("//")) return "it contains an empty segment";
  if (path.split("/").some((segment) => segment === "." || segment === ".."))
    return 'it contains a "." or ".." segment';
  if (!path.startsWith(BASE) || path === BASE) return `it does not start with ${BASE}`;
  return undefined;
}
