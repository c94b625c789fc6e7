import { startOf } from "@tackroom/contract/shorten";
import { textsOf, type Fields } from "./fields.js";

/** What discovery tells of a version, beyond what all kinds have. */
export interface Discoverable {
  /** What it can do, by the kind's own rule; what the publisher declares comes before. */
  readonly capabilities: readonly string[];
  /** The kind's own rule says what the publisher declared elsewhere: an MCP server its tools. */
  readonly declaresCapabilities?: boolean;
  readonly tools?: readonly Tool[];
  /** What it is about: a category, a task type. */
  readonly topics: readonly string[];
  /** What someone may ask for who needs it, if the publisher does not say so. */
  readonly phrases: readonly string[];
  /** When it can be used, once it is approved: it is text for the running session, or has to be installed first. */
  readonly use: "now" | "next-session" | "explicit-install";
  /** Under their names in an entry, without the prefix. */
  readonly details: Fields;
}

interface Tool {
  readonly name: string;
  readonly description: string;
}

/** What an item's row keeps for discovery, so that entries and the search need no other table. */
export interface EntryFacts {
  readonly tags: readonly string[];
  readonly capabilities: readonly string[];
  readonly capabilitiesSource: "declared" | "derived";
  readonly queries: readonly string[];
  readonly queriesSource: "declared" | "derived";
  readonly tools: readonly Tool[];
  readonly topics: readonly string[];
  readonly use: Discoverable["use"];
  readonly details: Fields;
}

const MAX_TAGS = 12;
const MAX_CAPABILITIES = 24;
const MAX_QUERIES = 5;
/** Of each tool, and of all: the search needs what they are about, not their manuals. */
const MAX_TOOLS = 100;
const MAX_TOOL_TEXT_LENGTH = 300;
const MAX_QUERY_LENGTH = 300;

export interface Discovered {
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
}

export function entryFacts({ name, description, fields }: Discovered, kind: Discoverable): EntryFacts {
  const declared = textsOf(fields, "capabilities");
  const queries = textsOf(fields, "representative_queries");
  const hasQueries = queries.length > 0;
  return {
    tags: distinct([...textsOf(fields, "tags"), ...kind.topics]).slice(0, MAX_TAGS),
    capabilities: distinct([...declared, ...kind.capabilities]).slice(0, MAX_CAPABILITIES),
    capabilitiesSource: declared.length > 0 || kind.declaresCapabilities ? "declared" : "derived",
    queries: distinct(hasQueries ? queries : [firstSentence(description) || name, ...kind.phrases]).slice(
      0,
      MAX_QUERIES,
    ),
    queriesSource: hasQueries ? "declared" : "derived",
    tools: (kind.tools ?? []).slice(0, MAX_TOOLS).map((tool) => ({
      name: tool.name,
      description: startOf(tool.description, MAX_TOOL_TEXT_LENGTH),
    })),
    topics: kind.topics,
    use: kind.use,
    details: kind.details,
  };
}

/** As far as its first full stop, or as long as a query may be. */
function firstSentence(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  const end = plain.search(/[.!?](?=\s|$)/);
  return (end < 0 ? plain : plain.slice(0, end)).slice(0, MAX_QUERY_LENGTH).trim();
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ""))];
