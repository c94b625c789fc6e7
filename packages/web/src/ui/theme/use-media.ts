import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query matches: `useMedia("(min-width: 64rem)")`. For cases that CSS alone cannot handle. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
