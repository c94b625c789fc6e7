/** At most this many pages can be in sight at once. Older requests are dropped, because the user has scrolled past them. */
const MAX_WAITING = 4;

/** The pages that are loaded or waited for, with a further one; those that were wanted longest ago are given up. */
export function wantedWith(
  before: readonly number[],
  page: number,
  loaded: { readonly has: (page: number) => boolean },
): readonly number[] {
  if (before.at(-1) === page || (before.includes(page) && loaded.has(page))) return before;
  const all = [...before.filter((each) => each !== page), page];
  const waiting = all.filter((each) => !loaded.has(each));
  const givenUp = new Set(waiting.slice(0, -MAX_WAITING));
  return givenUp.size === 0 ? all : all.filter((each) => !givenUp.has(each));
}
