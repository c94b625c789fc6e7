import type { AgentComponent, FieldError, ItemKind, ItemType, ValidationResult } from "@tackroom/contract";
import type { HarnessId, VersionOfItem } from "@tackroom/harness";
import type { Discoverable } from "../core/entry-facts.js";
import type { Fields } from "../core/fields.js";

/** The part of a version that its kind can access. */
export interface Described {
  readonly fields: Fields;
  /** What belongs to the item: an MCP server's category, say. */
  readonly itemFields: Fields;
  /** What the analysis of its repository found out. */
  readonly validationResults?: readonly ValidationResult[];
}

/** A version that is about to be installed. */
export type Installable = VersionOfItem;

export interface Installation {
  readonly config_snippet: Fields;
  readonly warnings: readonly string[];
  /** What the kind's answer has beyond the others'. */
  readonly more?: Fields;
}

/** What the registry has to know of a kind. Its life, from submission to deletion, is the same for all. */
export interface Kind {
  readonly type: ItemType;
  readonly kind: ItemKind;
  /** Members that a submission lacks and that follow from others: a name that its own text carries, say. */
  impliedBy?(body: Fields): Fields;
  /** What the name must be, beyond being one. */
  checkName?(name: string): readonly FieldError[];
  /** What people may not choose, though a scan may. */
  checkChoice?(body: Fields): readonly FieldError[];
  /** Its numbers have three parts; that a version is a pre-release is said beside them. */
  readonly hasStableNumbers?: boolean;
  /** Fills in what follows from the rest, such as a transport. */
  complete(fields: Fields): Fields;
  /** What still holds of the former content when this much of it changes. */
  kept?(before: Fields, change: Fields): Fields;
  /** What the schema alone cannot say. All problems at once. */
  check(fields: Fields, supportedHarnesses: readonly string[]): readonly FieldError[];
  /** The part of it that holds of drafts too, because they have an artifact as well: what its files may be. */
  checkFiles?(fields: Fields): readonly FieldError[];
  /** What a draft still lacks, in words: "a template". */
  missing(fields: Fields): readonly string[];
  /** By which lists filter: `category:databases`. */
  facets(of: Described): readonly string[];
  /** Other words for a facet, as filters may say it. */
  readonly facetAliases?: Readonly<Record<string, string>>;
  /** What the search looks at beside name and description. */
  discoverable(of: Described, supportedHarnesses: readonly string[]): Discoverable;
  /** What the kind adds to a summary, and to a detail beside its own fields. */
  summary(of: Described): Fields;
  detail(of: Described): Fields;
  /** Between the names of a submission and those of `extra`. */
  readonly extraNames?: Readonly<Record<string, string>>;
  /** What it is made of, for the kind that is made of others. */
  components?(fields: Fields): readonly AgentComponent[];
  /** Its repository is read when it is submitted. */
  readonly hasRepository?: boolean;
  /** A submission of one's own unapproved identity replaces it. */
  readonly replacesUnapproved?: boolean;
  /** What its metrics are about beside downloads: the calls to it, or what people did with it. */
  readonly metrics?: "calls" | "interactions";
  /** Unapproved ones install only where the operator allows it. */
  readonly draftsNeedPermission?: boolean;
  /** For one that has components, installing is a matter of its own. */
  install?(version: Installable, harness: HarnessId, request: Fields): Installation;
}
