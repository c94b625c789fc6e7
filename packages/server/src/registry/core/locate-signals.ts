import type { ItemKind, RiskSignal } from "@tackroom/contract";
import type { Fields } from "./fields.js";
import { hidesInstructions } from "./hidden-instructions.js";
import { startsIndirectly } from "./indirect-commands.js";
import { commandsModel, pipesToShell } from "./risky-texts.js";
import { FIELDS_FILE, printFields, versionFiles, type PrintedFields, type VersionFile } from "./version-files.js";

const SEVERITIES: readonly RiskSignal["severity"][] = ["high", "medium", "low"];

/** What is risky about a text, by the code of the signal. */
const SCANS: Readonly<Record<string, (text: string) => boolean>> = {
  pipe_to_shell: pipesToShell,
  indirect_execution: startsIndirectly,
  instructs_model: commandsModel,
  hidden_instructions: hidesInstructions,
  broad_permissions: (text) => ALLOWED_TOOLS.test(text),
  permissions_widened: (text) => ALLOWED_TOOLS.test(text),
};
const ALLOWED_TOOLS = /^[ \t]{0,10}allowed[-_]tools[ \t]{0,10}:/m;

/** Says at which line of which file a reviewer finds each signal, and puts the gravest first. */
export function locateSignals(kind: ItemKind, content: Fields, signals: readonly RiskSignal[]): RiskSignal[] {
  if (signals.length === 0) return [];
  const [files, fields] = [versionFiles(kind, content), printFields(kind, content)];
  return signals
    .map((signal) => ({ ...signal, ...placeOf(signal, files, fields) }))
    .toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
}

function placeOf(
  { code, path }: RiskSignal,
  files: readonly VersionFile[],
  fields: PrintedFields,
): Pick<RiskSignal, "file" | "line"> {
  const found = files.find((file) => file.path === path || file.path === `${path}.content`);
  if (!found) return { file: FIELDS_FILE, line: lineOfField(path, fields) };
  const scan = SCANS[code];
  const line = scan && !found.isBinary ? firstRiskyLine(found.text, scan) : undefined;
  return { file: found.file, ...(line === undefined ? {} : { line }) };
}

/** Of the field itself, or of the nearest one that contains it. */
function lineOfField(path: string, { lines }: PrintedFields): number {
  // An agent's components are shown without those that the reader may not see, so their places may differ.
  let place = path.startsWith("components[") ? "components" : path;
  while (place !== "" && !lines.has(place)) place = place.replace(/(?:\[[^[\]]*\]|(?:^|\.)[^.[\]]*)$/, "");
  return lines.get(place) ?? 1;
}

/**
 * The line with which a text becomes risky when it is read from the top. Scanners look at whole texts; a search by halves
 * asks them a dozen times and not once for each line.
 */
export function firstRiskyLine(text: string, isRisky: (text: string) => boolean): number | undefined {
  const lines = text.split("\n");
  const isRiskyUpTo = (count: number): boolean => isRisky(lines.slice(0, count).join("\n"));
  let [safe, risky] = [0, lines.length];
  if (!isRiskyUpTo(risky)) return undefined;
  while (risky - safe > 1) {
    const middle = Math.floor((safe + risky) / 2);
    if (isRiskyUpTo(middle)) risky = middle;
    else safe = middle;
  }
  return risky;
}
