const KEY = "tackroom.harness";

/** The harness that was last chosen in this browser: most people use one. */
export function lastHarness(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    // Storage may be blocked; then nothing is remembered.
    return undefined;
  }
}

export function rememberHarness(harness: string): void {
  try {
    localStorage.setItem(KEY, harness);
  } catch {
    // As above.
  }
}
