/**
 * A message of SAML with a thousand groups has some two and a half thousand tags, none deeper than twenty. The library's time
 * grows with their square: three thousand take it less than a second, twenty thousand three quarters of a minute.
 */
const MAX_DEPTH = 64;
const MAX_TAGS = 3000;

/**
 * Why an XML text is not given to a parser; undefined for one that is. Parsers take their time with elements that nobody
 * closes, and with definitions that nobody needs: this looks at every character once.
 */
export function xmlRefusal(xml: string): string | undefined {
  let depth = 0;
  let tags = 0;
  for (let at = xml.indexOf("<"); at !== -1; at = xml.indexOf("<", at)) {
    const markup = markupAt(xml, at);
    if (markup.kind === "definition") return "It has a document type definition";
    if (markup.end === -1) return "It is not well-formed";
    if (markup.kind === "open") depth += 1;
    if (markup.kind === "close") depth -= 1;
    tags += 1;
    if (depth < 0) return "It is not well-formed";
    if (depth > MAX_DEPTH || tags > MAX_TAGS) return "It is too deeply nested or has too many elements";
    at = markup.end;
  }
  return depth === 0 && tags > 0 ? undefined : "It is not well-formed";
}

interface Markup {
  readonly kind: "open" | "close" | "empty" | "other" | "definition";
  /** The position after it; -1 when it does not end. */
  readonly end: number;
}

function markupAt(xml: string, at: number): Markup {
  const until = (text: string): number => {
    const found = xml.indexOf(text, at);
    return found === -1 ? -1 : found + text.length;
  };
  if (xml.startsWith("<!--", at)) return { kind: "other", end: until("-->") };
  if (xml.startsWith("<![CDATA[", at)) return { kind: "other", end: until("]]>") };
  if (xml.startsWith("<!", at)) return { kind: "definition", end: -1 };
  if (xml.startsWith("<?", at)) return { kind: "other", end: until("?>") };
  const end = tagEnd(xml, at);
  if (xml[at + 1] === "/") return { kind: "close", end };
  return { kind: xml[end - 2] === "/" ? "empty" : "open", end };
}

/** A `>` in the value of an attribute does not end a tag. */
function tagEnd(xml: string, at: number): number {
  let quote = "";
  for (let each = at; each < xml.length; each++) {
    const character = xml[each] ?? "";
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return each + 1;
  }
  return -1;
}
