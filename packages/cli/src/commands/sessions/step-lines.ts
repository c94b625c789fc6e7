import { shorten } from "@tackroom/contract/shorten";
import type { SessionEvent } from "@tackroom/contract";
import { describeCall, failureWords, readToolInput } from "@tackroom/harness/steps";
import type { Cli } from "../../cli.js";
import { paint } from "../../paint.js";
import { oneLine } from "../../printable.js";

const MAX_LENGTH = 200;

const SPEAKERS: Readonly<Partial<Record<SessionEvent["kind"], string>>> = {
  user: "You",
  assistant: "Agent",
  thinking: "Thinks",
  system: "Notice",
  error: "Error",
};

/** An event as one line: a prompt, an answer, or what a call does. Undefined for results without a failure, and for empty texts. */
export function stepLine(cli: Cli, event: SessionEvent): string | undefined {
  const { red, dim, bold } = paint(cli);
  const time = dim(event.timestamp?.slice("2026-11-18T".length, "2026-11-18T16:05:00".length) ?? " ".repeat(8));
  const said = (speaker: string, text: string): string => `${time}  ${speaker} ${short(text)}`.trimEnd();
  if (event.kind === "tool_call") {
    const { verb, object } = describeCall(event.tool_name, readToolInput(event.tool_input));
    return said(bold(verb), object);
  }
  if (event.kind === "tool_result") {
    return event.is_error ? said(red("✗ Failed"), failureWords(event.tool_output ?? event.text)) : undefined;
  }
  const speaker = SPEAKERS[event.kind];
  if (speaker === undefined || !event.text?.trim()) return undefined;
  if (event.kind === "error") return said(red(`✗ ${speaker}`), event.text);
  return said(event.kind === "user" ? bold(`❯ ${speaker}`) : dim(speaker), event.text);
}

function short(text: string): string {
  return shorten(oneLine(text).replaceAll(/\s+/g, " ").trim(), MAX_LENGTH);
}
