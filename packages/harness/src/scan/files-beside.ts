/** A plugin's own folder, which is not installed; modules and scripts that are named by a path from this one. */
const RELATIVE = new RegExp(
  [
    String.raw`\b(?:CLAUDE_)?PLUGIN_ROOT\b`,
    String.raw`(?:^|;)[ \t]{0,20}(?:import[ \t]{0,5}|(?:import|export)\b[^;"'\n]{0,300}\bfrom[ \t]{0,5})["']\.{1,2}\/`,
    String.raw`(?:^|\})[ \t]{0,20}from[ \t]{0,5}["']\.{1,2}\/`,
    String.raw`\b(?:import|require)[ \t]{0,5}\([ \t]{0,5}["']\.{1,2}\/`,
    String.raw`^[ \t]{0,20}require_relative\b`,
    String.raw`^[ \t]{0,20}from[ \t]{1,5}\.[\w.]{0,100}[ \t]{1,5}import\b`,
    String.raw`^[ \t]{0,20}(?:source|\.)[ \t]{1,5}["']?\.{1,2}\/`,
    String.raw`\bURL\([ \t]{0,5}["'\x60][^"'\x60\n]{0,200}["'\x60],[ \t]{0,5}import\.meta\b`,
  ].join("|"),
  "m",
);

/** How shells, JavaScript, Python, Ruby and PowerShell say where the script itself is. */
const OWN_PLACE = [
  String.raw`\bdirname[ \t]{1,5}(?:--[ \t]{1,5})?["']?\$\{?0\b`,
  String.raw`\b(?:realpath|readlink)\b[^\n|;]{0,40}\$\{?0\b`,
  String.raw`\$\{0%`,
  String.raw`\$\{0:`,
  String.raw`\bBASH_SOURCE\b`,
  String.raw`\b__(?:dirname|filename|file|dir)(?:__)?\b`,
  String.raw`\bimport\.meta\b`,
  String.raw`\bPSScriptRoot\b`,
].join("|");

/** Where modules are looked for. */
const MODULES = /\bsys\.path\b|\b(?:PYTHONPATH|NODE_PATH)=/;
const MOVES_THERE = /^[ \t]{0,20}(?:cd|pushd)\b/;
const ASSIGNED =
  /^[ \t]{0,40}(?:(?:const|let|var|export|local|readonly|declare|typeset)[ \t]+(?:-\w+[ \t]+)?)?\$?(\w+)[^=\n]{0,40}=(?!=)/;
/** What a script writes itself. */
const WRITTEN = /["'/](?:logs?|tmp|\.?cache)(?:["'/\s]|$)|\.(?:log|jsonl|pid|lock)\b/;
/** Words on the way from the script's own path to its directory and those above it. */
const ON_THE_WAY =
  /^(?:cd|pwd|P|dirname|parents?|resolve|absolute|url|dir|path|filename|A|h|dev|null|joinpath|with_name|0)$/;
const PROJECT = /^(?:project|repo)_?(?:root|dir)$/i;
const MAX_LINE = 1000;
const MAX_NAMES = 50;

/** Whether the script needs files that are not in a registry. A gate without them would let everything pass. */
export function needsOtherFiles(script: string): boolean {
  const text = withoutComments(script);
  return RELATIVE.test(text) || namesFilesBeside(text);
}

const withoutComments = (text: string): string => text.replaceAll(/^[ \t]{0,40}(?:#|\/\/).*$/gm, "");

/** Follows the script's own directory through variables. The project, two or more levels above, is there wherever the hook is installed. */
function namesFilesBeside(text: string): boolean {
  const levels = new Map<string, number>();
  let place = new RegExp(OWN_PLACE);
  for (const line of text.split(/[\n;]/)) {
    const part = line.slice(0, MAX_LINE);
    const found = place.exec(part);
    if (found === null) continue;
    const rest = part.slice(found.index + found[0].length);
    const above = (levels.get(found[0]) ?? 0) + levelsIn(part, !levels.has(found[0]));
    if (MODULES.test(part) || (MOVES_THERE.test(part) && above === 0)) return true;
    // Through a variable only: `../../lib/check.py` may be a plugin's.
    if ((levels.get(found[0]) ?? 0) < 2 && nameAfter(rest)) {
      if (!WRITTEN.test(rest)) return true;
      continue;
    }
    const name = ASSIGNED.exec(part.slice(0, found.index))?.[1];
    if (name === undefined || levels.size >= MAX_NAMES) continue;
    levels.set(name, PROJECT.test(name) ? 2 : above);
    place = new RegExp([String.raw`\b(?:${[...levels.keys()].join("|")})\b`, OWN_PLACE].join("|"));
  }
  return false;
}

function levelsIn(part: string, isOwnPath: boolean): number {
  const [ups, parents] = [part.match(/\.\.(?!\.)/g) ?? [], part.match(/\bdirname\b|\.parent\b/g) ?? []];
  const nth = Number(/\bparents\[(\d)\]/.exec(part)?.[1] ?? 0);
  return ups.length + nth + Math.max(0, parents.length - (isOwnPath ? 1 : 0));
}

/** `/check.py`, `, "check.py"`, ` / "check.py"`: a name joined to the path before it. */
function nameAfter(rest: string): boolean {
  let end = 0;
  for (const { 0: word, index } of rest.matchAll(/[A-Za-z_][\w-]*/g)) {
    const between = rest.slice(end, index);
    end = index + word.length;
    if (ON_THE_WAY.test(word)) continue;
    return /\/|[,+(][ \t]*["'`]/.test(between) && !/[-<>=|&:#]/.test(between);
  }
  return false;
}
