// Turns of phrase that the product must not use, with the plain English that replaces each: npm run check
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each pattern is global, because one line can contain a turn more than once. */
export const BANNED = [
  [/(?<!\bthere )\bis no\b(?! (?:longer|more)\b)/gi, "is not a …, or: unknown …"],
  [/(?<!\bthere )\bare no\b(?! (?:longer|more)\b)/gi, "are not …"],
  [/\bof itself\b/gi, "description, or: its own"],
  [/\bmakes up\b/gi, "generates"],
  [/\bmade up\b/gi, "generated"],
  [/\bmend(?:s|ed|ing)?\b/gi, "fix, repair"],
  [/\bfor ever\b/gi, "permanently, forever"],
  [/\bwhoever\b/gi, "the user who, anyone who"],
  [/\bwhosever\b/gi, "regardless of the user"],
  [/\bhand(?:s|ed|ing)? in\b/gi, "submit"],
  [/\bfurther versions?\b/gi, "new version"],
  [/\bnobody is here\b/gi, "not signed in"],
  [/\bas nobody\b/gi, "anonymously"],
  [/\bexists already\b/gi, "already exists"],
  [/\bis needed: /gi, "is required"],
  [/\bThis is needed\b/gi, "Required"],
  [/\bmay not hold\b/gi, "must not contain"],
  [/\bto be had\b/gi, "available"],
  [/\b(?:lower|upper)-case\b/gi, "lowercase, uppercase"],
  [/\buser name\b/gi, "username"],
  [/\b(?:MOST|LONGEST|FEWEST|LARGEST|DEEPEST|COSTLIEST|SHORTEST)(?:_\w+)?\b/g, "MAX_…, MIN_…"],
];

const SKIPPED = [
  /^docs\/adr\//,
  /^docs\/(?:openapi\.json|endpoints\.md)$/,
  /\.test\.tsx?$/,
  /\/(?:test|testing|golden|dist)\//,
  /word-(?:weights|vectors)/,
  // Texts of other people that the search is measured with.
  /^bench\/search\//,
];

/** Only files that people write and read; generated ones repeat what their sources say. */
export const isChecked = (path) => /\.(?:ts|tsx|md)$/.test(path) && !SKIPPED.some((skipped) => skipped.test(path));

/** Every banned turn of a text: its line, the words themselves, and what to write instead. */
export function findTurns(text) {
  return text
    .split("\n")
    .flatMap((line, index) =>
      BANNED.flatMap(([pattern, instead]) =>
        Array.from(line.matchAll(pattern), ([turn]) => ({ line: index + 1, turn, instead })),
      ),
    );
}

function check() {
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: Infinity });
  const found = stdout
    .split("\0")
    .filter(isChecked)
    .flatMap((path) => findTurns(readFileSync(join(root, path), "utf8")).map((turn) => ({ path, ...turn })));
  for (const { path, line, turn, instead } of found) console.log(`${path}:${line}: "${turn}" → ${instead}`);
  console.log(`${found.length} turns to replace`);
  return found.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = check();
