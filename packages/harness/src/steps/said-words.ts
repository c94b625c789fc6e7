import { startOf } from "@tackroom/contract/shorten";
import { leadingTag } from "../transcript/content.js";
import { withoutColours } from "./output-words.js";

const MAX_LENGTH = 300;
const TAGS = /<\/?[a-z][a-z0-9_-]*>/gi;
const [SUMMARY, SUMMARY_END] = ["<summary>", "</summary>"];

/** The first line of what was said, without what only Markdown needs; with the next one where the first only announces it. */
export function firstWords(text: string | null): string {
  const [first = "", next] = (text ?? "")
    .slice(0, 4 * MAX_LENGTH)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const words = first.endsWith(":") && next !== undefined ? `${first} ${next}` : first;
  return startOf(words.replaceAll("**", "").replace(/^#{1,6} /, ""), MAX_LENGTH);
}

/** A notice in a line. Harnesses wrap what they tell the model in tags: "task notification · Agent "Fix it" completed". */
export function noticeWords(text: string | null): string {
  const plain = withoutColours(text ?? "").trim();
  const tag = leadingTag(plain);
  if (tag === null) return firstWords(plain);
  const content = firstWords((summaryIn(plain) ?? plain).replaceAll(TAGS, ""));
  return [tag.replaceAll(/[_-]+/g, " "), content].filter(Boolean).join(" · ");
}

/** By search instead of by an expression, which would look for the end from every beginning. */
function summaryIn(text: string): string | undefined {
  const start = text.indexOf(SUMMARY);
  const end = start === -1 ? -1 : text.indexOf(SUMMARY_END, start);
  return end === -1 ? undefined : text.slice(start + SUMMARY.length, end);
}
