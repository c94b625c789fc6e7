import { isRecord, type JsonRecord, listIn, recordIn, textIn, unpacked, writable } from "./json.js";
import { type Saying, spoken, toolCall, toolResult, type TranscriptEvent } from "./reading.js";

/** Stands for an image in a text. */
const IMAGE = "[image]";

/** The text of a block, whatever the harness calls its members. */
function blockText(block: unknown): string | null {
  if (typeof block === "string") return textIn(block);
  if (!isRecord(block)) return null;
  const kind = block["type"] ?? block["kind"];
  if (kind === "image" || kind === "input_image") return IMAGE;
  return textIn(block["text"]) ?? textIn(block["Text"]) ?? textIn(block["data"]) ?? textIn(block["content"]);
}

/** A string, a block or a list of blocks as text. Null, when it has none. */
export function textOf(content: unknown): string | null {
  if (!Array.isArray(content)) return blockText(content);
  const texts = content.map(blockText).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join("\n");
}

const OUTPUT_MEMBERS = ["output", "content", "text", "stdout", "result", "message", "llmContent"];

/** What a tool answered, as text: its words where it has some, otherwise the JSON. */
export function outputOf(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "string") return value;
  const text = textOf(value) ?? (isRecord(value) ? firstText(value, OUTPUT_MEMBERS) : null);
  return text ?? JSON.stringify(writable(value));
}

export function firstText(record: JsonRecord, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(record[name]);
    if (text !== null) return text;
  }
  return null;
}

/** What is between `<tag>` and `</tag>`, without a search that could go back and forth. */
export function insideTag(text: string, tag: string): string | null {
  const open = text.indexOf(`<${tag}>`);
  if (open < 0) return null;
  const start = open + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, start);
  return text.slice(start, end < 0 ? undefined : end).trim();
}

const LEADING_TAG = /^<([A-Za-z][A-Za-z0-9_-]{0,40})[\s>]/;

/** The tag that the text begins with: how harnesses mark what they put in themselves. */
export function leadingTag(text: string): string | null {
  return LEADING_TAG.exec(text.trimStart().slice(0, 48))?.[1] ?? null;
}

/** Says of text in the user's place whether a person typed it. */
export type Typed = (text: string) => boolean;

function userText(text: string | null, typed: Typed, saying: Saying): TranscriptEvent[] {
  return text === null ? [] : spoken(typed(text) ? "user" : "system", text, saying);
}

/**
 * The content of a message as the Messages API has it, which several harnesses keep: text, thinking, tool_use,
 * tool_result, and what servers ran on their own.
 */
export function messageEvents(
  role: "user" | "assistant",
  content: unknown,
  saying: Saying,
  typed: Typed,
): TranscriptEvent[] {
  const say = (text: string | null) =>
    role === "user" ? userText(text, typed, saying) : spoken("assistant", text, saying);
  if (typeof content === "string") return say(content);
  const events = listIn(content).flatMap((element) => {
    const block = recordIn(element);
    const type = block["type"];
    if (type === "thinking") return spoken("thinking", block["thinking"] ?? block["text"], saying);
    if (typeof type !== "string" || !type.includes("tool_")) return say(blockText(element));
    return type.endsWith("tool_use") ? [callOf(block, saying)] : resultOf(type, block, saying);
  });
  return withImages(events);
}

/** An image that is sent with words belongs to their prompt. */
function withImages(events: readonly TranscriptEvent[]): TranscriptEvent[] {
  const words = events.findIndex(({ kind, text }) => kind === "user" && text !== IMAGE);
  const images = new Set(events.filter(({ kind, text }) => kind === "user" && text === IMAGE));
  const prompt = events[words] ?? [...images][0];
  if (!prompt || images.size === 0) return [...events];
  const text = [...(prompt.text === IMAGE ? [] : [prompt.text]), ...Array.from(images, () => IMAGE)].join("\n");
  return events.flatMap((event) => {
    if (event === prompt) return [{ ...event, text }];
    return images.has(event) ? [] : [event];
  });
}

function callOf(block: JsonRecord, saying: Saying): TranscriptEvent {
  const input = unpacked(block["input"] ?? block["arguments"]);
  return toolCall({ id: block["id"], name: block["name"], input }, saying);
}

/** `web_search_tool_result` and its like tell an error in their content. */
function resultOf(type: string, block: JsonRecord, saying: Saying): TranscriptEvent[] {
  if (!type.endsWith("tool_result")) return [];
  const content = block["content"];
  const contentType = recordIn(content)["type"];
  const errorInside = typeof contentType === "string" && contentType.endsWith("_error");
  return [
    toolResult(
      {
        id: block["tool_use_id"] ?? block["toolUseID"],
        output: outputOf(content),
        isError: block["is_error"] === true || errorInside,
      },
      saying,
    ),
  ];
}
