import type { ReplyOf } from "@tackroom/contract/calls";

type Policy = ReplyOf<"getPolicy">;

/** The secret in what was pasted: the secret itself, or an address with it. Undefined if it is not that of the feed. */
export function secretIn(given: string, prefix: string): string | undefined {
  const secret = /^[\w-]{43}$/.exec(given)?.[0] ?? /\/c\/([\w-]{43})(?:\/|$)/.exec(given)?.[1];
  return secret?.startsWith(prefix) === true ? secret : undefined;
}

/** The file with the secret of the feed, which only this page knows. */
export function filledPolicy(policy: Policy, secret: string | undefined): Policy {
  const { secret_placeholder: placeholder, content } = policy;
  if (placeholder === null || secret === undefined) return policy;
  return { ...policy, content: content.replaceAll(placeholder, secret), secret_placeholder: null };
}
