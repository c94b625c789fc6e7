const STAND_INS =
  /example|sample|placeholder|your|dummy|redacted|fake|change_?me|replace|insert|todo|not-?a-?real|secret-?here|x{4}|\*{3}|\.{3}|…/i;

/** Documentation shows what a secret looks like without being one: words, repetitions, `12345678`, `abcdefgh`. */
export function isStandIn(text: string): boolean {
  if (STAND_INS.test(text) || /(.)\1{5}/.test(text)) return true;
  return new Set(text).size < Math.min(8, text.length / 2) || longestStaircase(text.toLowerCase()) >= 8;
}

/** How far characters follow one another as in an alphabet. */
function longestStaircase(text: string): number {
  let longest = 1;
  let current = 1;
  for (let index = 1; index < text.length; index += 1) {
    current = text.charCodeAt(index) === text.charCodeAt(index - 1) + 1 ? current + 1 : 1;
    longest = Math.max(longest, current);
  }
  return longest;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Commits and digests: 40, 64, 96 or 128 hexadecimal digits, or with the name of their algorithm. */
const HASH = /^([0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}|(sha(1|256|384|512)|md5)[-:=].*)$/i;

/** Whether a text looks drawn by lot: kinds of characters change all the time, and none is frequent. */
export function isRandom(text: string): boolean {
  if (text.length < 20 || isStandIn(text) || UUID.test(text) || HASH.test(text)) return false;
  const digits = text.match(/[0-9]/g)?.length ?? 0;
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  return digits >= 2 && letters >= 4 && changes(text) >= text.length * 0.3 && entropyOf(text) >= 3.3;
}

function changes(text: string): number {
  const kinds = Array.from(text, kindOf).filter((kind) => kind !== "other");
  return kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
}

function kindOf(character: string): "digit" | "upper" | "lower" | "other" {
  if (character >= "0" && character <= "9") return "digit";
  if (character >= "A" && character <= "Z") return "upper";
  return character >= "a" && character <= "z" ? "lower" : "other";
}

/** Shannon's, in bits for each character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
