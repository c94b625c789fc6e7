/** What is known of an entry to find it. */
export interface Searchable {
  readonly id: string;
  readonly name: string;
  /** Slug, namespace/slug, namespace/slug@version: equal to one of them is an exact name too. */
  readonly otherNames: readonly string[];
  readonly description: string;
  /** The publisher's own representative queries; may be empty. */
  readonly queries: readonly string[];
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  /** Tags, capabilities, category, task type, names of components … */
  readonly tags: readonly string[];
}
