import { useEffect, useState } from "react";

/** Longer than between two keys of someone who types, and too short to be noticed. */
const PAUSE_MS = 250;

/**
 * The value after a pause in typing: what is asked of the server is asked once, not once per key. `initial` differs from the
 * first value where someone is already typing.
 */
export function useSettled(value: string, initial = value): string {
  const [settled, setSettled] = useState(initial);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  // An emptied field needs no pause: there is nothing more to type.
  return value === "" ? value : settled;
}
