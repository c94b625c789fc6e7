import type { Availability } from "@tackroom/contract";
import type { ReplyOf } from "@tackroom/contract/calls";
import { KIND_WORDS, typeOfKind, type ItemType } from "../../api/kinds.js";
import type { Tone } from "../../ui/feedback/badge.js";

export type Answer = ReplyOf<"searchEntries">["results"][number];

/** What each availability means to the user. */
export const AVAILABILITY_WORDS: Readonly<Record<Availability, { readonly tone: Tone; readonly text: string }>> = {
  now: { tone: "good", text: "available now" },
  "next-session": { tone: "good", text: "available in the next session" },
  "explicit-install": { tone: "info", text: "requires manual installation" },
  "unsupported-in-harness": { tone: "warn", text: "not supported in this harness" },
  "not-approved": { tone: "warn", text: "not approved here" },
  archived: { tone: "neutral", text: "archived" },
};

export interface Place {
  readonly type: ItemType;
  readonly namespace: string;
  readonly slug: string;
}

/** The path of a result in this registry; undefined for results of other publishers. */
export function placeOf(answer: Answer): Place | undefined {
  const type = typeOfKind(answer["obs:kind"] ?? "");
  const [, namespace, slug] = /^([^/]+)\/([^@]+)@/.exec(answer["obs:nativeRef"] ?? "") ?? [];
  return type && namespace !== undefined && slug !== undefined ? { type, namespace, slug } : undefined;
}

/** The command that installs it into a harness. */
export function commandFor(answer: Answer, harness: string): string {
  const place = placeOf(answer);
  const into = harness === "" ? "" : ` --harness ${harness}`;
  if (!place) return `npx tack discover show ${answer.identifier}`;
  const name = `${place.namespace}/${place.slug}`;
  if (place.type === "agents") return `npx tack agent pull ${name}${into}`;
  return `npx tack registry ${KIND_WORDS[place.type].kind} install ${name}${into}`;
}
