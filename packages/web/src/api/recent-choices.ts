const KEY = "recent-choices";
const MAX_KEPT = 6;

/** What someone chose in the command palette. */
export interface RecentChoice {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  /** Undefined for pages and commands, which are known by their IDs. */
  readonly href?: string | undefined;
  /** The kind of thing, for its icon. */
  readonly look?: string | undefined;
}

/** Most recent first. They belong to the signed-in user, and are forgotten when that changes. */
export function readRecentChoices(): readonly RecentChoice[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    // It may have been written by another release.
    return Array.isArray(kept) ? kept.filter(isChoice).slice(0, MAX_KEPT) : [];
  } catch {
    return [];
  }
}

export function keepRecentChoice(choice: RecentChoice): void {
  const others = readRecentChoices().filter(({ id }) => id !== choice.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([choice, ...others].slice(0, MAX_KEPT)));
  } catch {
    // Storage can be disabled: then nothing is recent.
  }
}

export function forgetRecentChoices(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

function isChoice(value: unknown): value is RecentChoice {
  const { id, label, href } = (value ?? {}) as Partial<Record<keyof RecentChoice, unknown>>;
  const leadsHere = href === undefined || (typeof href === "string" && /^\/(?!\/)/.test(href));
  return typeof id === "string" && typeof label === "string" && leadsHere;
}
