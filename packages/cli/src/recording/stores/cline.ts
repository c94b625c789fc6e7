import { dirname, join } from "node:path";
import { documents, fieldsIn, readDocument } from "./documents.js";
import { changedAtOf, oneByOne, type Fields, type SessionStore } from "./session-store.js";

/** A task that has not changed for this long only gets new entries. */
const SETTLED_AFTER_MS = 5 * 60_000;

/** `ui_messages.json` of each task. */
export const cline: SessionStore = {
  sessions: documents,
  records: oneByOne(({ source, changedAt }) => {
    const entries = fieldsIn(readDocument(source));
    // Entries may stay partial forever: only the last one can still be growing.
    const isGrowing = entries.at(-1)?.["partial"] === true && Date.now() - changedAt < SETTLED_AFTER_MS;
    return withResults(numbered(asTask(isGrowing ? entries.slice(0, -1) : entries)), historyOf(source));
  }),
  idOf: (record) => `${momentOf(record)} ${Number(record["repeat"] ?? 0)}`,
};

const momentOf = ({ ts, type, say, ask }: Fields): string => [ts, type, say, ask].map(String).join(" ");

/** A task starts with the prompt, which older versions of Cline label as text, like a response. */
function asTask(entries: readonly Fields[]): readonly Fields[] {
  const [first, ...others] = entries;
  return first?.["say"] === "text" ? [{ ...first, say: "task" }, ...others] : entries;
}

/** Parts of a command's output have the same timestamp, and are distinguished by their number. */
function numbered(entries: readonly Fields[]): Fields[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const moment = momentOf(entry);
    const repeat = seen.get(moment) ?? 0;
    seen.set(moment, repeat + 1);
    return repeat === 0 ? entry : { ...entry, repeat };
  });
}

/** The conversation with the model, which contains the results of tools. */
function historyOf(source: string): readonly Fields[] {
  const path = join(dirname(source), "api_conversation_history.json");
  return changedAtOf(path) === undefined ? [] : fieldsIn(readDocument(path));
}

/**
 * Adds the model's tool results to entries of file tools. An entry names the message that the model answered: the answer is
 * the next message, and the tool results are in the one after that.
 */
function withResults(entries: readonly Fields[], history: readonly Fields[]): Fields[] {
  const given = new Map<number, string[]>();
  return entries.map((entry) => {
    const index = entry["conversationHistoryIndex"];
    if ((entry["say"] ?? entry["ask"]) !== "tool" || typeof index !== "number") return entry;
    const results = given.get(index) ?? resultsIn(history[index + 2]?.["content"]);
    given.set(index, results);
    const result = results.shift();
    return result === undefined ? entry : { ...entry, result };
  });
}

const HEADING = /^\[[\w-]{1,64}(?: for [^\n]{0,2000})?\] Result:\n?/;

/** In the order of the calls: as separate blocks, or as a heading followed by the text. */
function resultsIn(content: unknown): string[] {
  const blocks = fieldsIn(content);
  const structured = blocks.filter(({ type }) => type === "tool_result");
  if (structured.length > 0) return structured.map((block) => textOf(block["content"]));
  const results: string[] = [];
  for (const [at, { text }] of blocks.entries()) {
    const heading = typeof text === "string" ? HEADING.exec(text)?.[0] : undefined;
    if (heading === undefined || typeof text !== "string") continue;
    const rest = text.slice(heading.length).trim();
    const next = blocks[at + 1]?.["text"];
    results.push(rest === "" && typeof next === "string" ? next : rest);
  }
  return results;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return fieldsIn(content)
    .map((block) => (typeof block["text"] === "string" ? block["text"] : ""))
    .join("\n");
}
