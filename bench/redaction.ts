// What redaction finds and what it takes by mistake, on made-up texts; and what it costs beside reading a transcript and
// beside a plain search. Aims: every secret in every place, nothing of what is harmless, less time than reading the lines.
// `npm run bench -- redaction`
import { readTranscriptLine } from "@tackroom/harness";
import { HARMLESS_TEXTS, PLANTED_SECRETS } from "@tackroom/harness/testing/planted-secrets";
import { findSecrets, redactedJson, redactedStart } from "@tackroom/server/unsafe-text";
import { median } from "./support/start-server.js";
import { transcriptLine } from "./support/transcript.js";

const ALL = 1_000_000;
const EVENTS = 20_000;
const ROUNDS = 7;

/** Where a text may stand, and how it is shown then. */
const PLACES: Readonly<Record<string, (text: string) => string>> = {
  "in a text": (text) => redactedStart(`Please look:\n${text}`, ALL),
  "at the start of a text": (text) => redactedStart(text, ALL),
  "in a tool's input": (text) => redactedJson({ command: `set -e\n${text}\nls` }, ALL),
  "in JSON in a tool's input": (text) => redactedJson({ content: JSON.stringify({ note: text }) }, ALL),
  "in JSON that a tool printed": (text) => redactedStart(JSON.stringify({ stdout: `a\n${text}` }, null, 2), ALL),
};

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const formsOf = (secret: string): string[] => [secret, escaped(secret), escaped(escaped(secret))];

console.log("place                            found of planted   taken of harmless");
for (const [place, show] of Object.entries(PLACES)) {
  const leaked = PLANTED_SECRETS.filter(({ text, secret }) =>
    formsOf(secret).some((form) => show(text).includes(form)),
  );
  const taken = HARMLESS_TEXTS.filter((text) => show(text).includes("**REDACTED**"));
  const found = `${PLANTED_SECRETS.length - leaked.length} of ${PLANTED_SECRETS.length}`;
  console.log(
    `${place.padEnd(28)} ${found.padStart(20)} ${`${taken.length} of ${HARMLESS_TEXTS.length}`.padStart(19)}`,
  );
  for (const { what } of leaked) console.log(`  shown: ${what}`);
  for (const text of taken) console.log(`  taken: ${text}`);
}
const refused = HARMLESS_TEXTS.filter((text) => findSecrets({ text }).length > 0);
console.log(`harmless texts that a submission would be refused for: ${refused.length} of ${HARMLESS_TEXTS.length}`);

const lines = Array.from({ length: EVENTS }, (_, at) => transcriptLine("redaction", at));
const events = lines.flatMap((line) => readTranscriptLine("claude-code", line).events);
const texts = events.flatMap(({ text, toolOutput }) => [text ?? "", toolOutput ?? ""]).filter((text) => text !== "");
const inputs = events.map(({ toolInput }) => toolInput).filter((input) => input !== null);
const changed = texts.filter((text) => redactedStart(text, ALL) !== text).length;
console.log(`made-up events that are changed: ${changed} of ${events.length}`);

function timeOf(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = process.cpuUsage();
    work();
    return process.cpuUsage(begun).user / 1000;
  });
  return median(times);
}

const reading = timeOf(() => lines.forEach((line) => void readTranscriptLine("claude-code", line)));
const searching = timeOf(() => texts.forEach((text) => void text.search(/[^\u00ff]{8}\u00ff/)));
const redacting = timeOf(() => {
  texts.forEach((text) => void redactedStart(text, 16_384));
  inputs.forEach((input) => void redactedJson(input, 16_384));
});
console.log(`redaction against reading the lines: ${(redacting / reading).toFixed(2)}`);
console.log(`redaction against a plain search:    ${(redacting / searching).toFixed(2)}`);
