/** A key starts a sequence such as `g h`, ends one, or is a shortcut of its own. */
export type KeyMeaning = { readonly run: string } | { readonly wait: string } | undefined;

/** What a key means after the keys of a sequence that has begun. A key that does not continue the sequence counts alone. */
export function meaningOf(key: string, begun: string | undefined, known: readonly string[]): KeyMeaning {
  const typed = begun === undefined ? key : `${begun} ${key}`;
  if (known.includes(typed)) return { run: typed };
  if (known.some((each) => each.startsWith(`${typed} `))) return { wait: typed };
  return begun === undefined ? undefined : meaningOf(key, undefined, known);
}

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** `Mod` is the key for commands: Ctrl, or Cmd on a Mac. Keys with Alt type characters on many keyboards. */
export function keyName({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (altKey) return undefined;
  return ctrlKey || metaKey ? `Mod+${key.toLowerCase()}` : key;
}
