import { useEffect, useState } from "react";

/**
 * The last complete value that was stable for a moment, or the one before. The output neither updates on every keystroke
 * nor disappears while something is loading.
 */
export function useSettled<Value>(
  value: Value,
  { ready, afterMs }: { readonly ready: boolean; readonly afterMs: number },
) {
  const [settled, settle] = useState<Value | undefined>(ready ? value : undefined);
  const isFirst = settled === undefined;
  useEffect(() => {
    if (!ready) return undefined;
    const timer = setTimeout(() => settle(() => value), isFirst ? 0 : afterMs);
    return () => clearTimeout(timer);
  }, [value, ready, afterMs, isFirst]);
  return settled;
}
