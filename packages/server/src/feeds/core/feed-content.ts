import type { FeedContent, FieldError } from "@tackroom/contract";

export interface GivenContent {
  readonly content: FeedContent;
  readonly team_id: string | undefined;
  readonly items: readonly string[] | undefined;
}

/** What does not fit together in a new feed, or what is missing. */
export function contentProblems({ content, team_id, items }: GivenContent): FieldError[] {
  return [...problemOf("team_id", "team", content, team_id), ...problemOf("items", "items", content, items)];
}

function problemOf(member: string, needs: string, content: string, value: unknown): FieldError[] {
  const path = `body.${member}`;
  if (content === needs && value === undefined) return [{ path, message: `is required when content is ${needs}` }];
  if (content !== needs && value !== undefined) return [{ path, message: `can only be used when content is ${needs}` }];
  return [];
}
