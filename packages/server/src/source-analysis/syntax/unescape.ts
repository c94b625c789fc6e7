const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\u0007",
  "0": "\0",
  "\n": "",
};

/** The escapes that Python, JavaScript and Go have in common; an unknown one stands for its character. */
export function unescapeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replaceAll(
    /\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|[^])/gu,
    unescapeOne,
  );
}

function unescapeOne(escape: string): string {
  const [digits] = /[0-9a-fA-F]{2,8}/u.exec(escape.slice(2)) ?? [];
  if (digits === undefined) return SIMPLE[escape.slice(1)] ?? escape.slice(1);
  const code = Number.parseInt(digits, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\uFFFD";
}
