import { useEffect } from "react";

const SOON_MS = 3000;

/** Loads code once the page has nothing else to do, so that what it draws opens at once. `load` must not change. */
export function useLoadedSoon(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Failures are reported when the code is used.
    const timer = setTimeout(() => void load().catch(() => undefined), SOON_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
