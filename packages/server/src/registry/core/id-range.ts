const NIL = "00000000-0000-0000-0000-000000000000";
const MIN_LENGTH = 4;

/** The first and the last UUID that begin like this; undefined if it is not a valid prefix, or too short to identify one. */
export function idRange(prefix: string): { readonly first: string; readonly last: string } | undefined {
  const digits = prefix.toLowerCase().replaceAll("-", "");
  if (digits.length < MIN_LENGTH || digits.length > 32 || !/^[0-9a-f]+$/.test(digits)) return undefined;
  return { first: uuidOf(digits, "0"), last: uuidOf(digits, "f") };
}

function uuidOf(digits: string, filler: string): string {
  const all = digits.padEnd(32, filler);
  let next = 0;
  return NIL.replace(/0/g, () => all.charAt(next++));
}
