/** JSON in which harnesses allow comments and a comma after the last element. */
export function parseJsonWithComments(text: string): unknown {
  const whole = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(whole);
  } catch {
    // Then it may be one with comments.
  }
  const plain = withoutTrailingCommas(withoutComments(whole));
  try {
    return JSON.parse(plain);
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    const line = position === undefined ? "" : ` (line ${plain.slice(0, Number(position)).split("\n").length})`;
    // The parser's own words quote the file.
    throw new Error(`it is not valid JSON${line}`, { cause: error });
  }
}

// A string comes first in both, so that what stands in one is never taken for a comment or a comma. What has no end goes to
// the end of the line or of the file: searching for it again from every later position would take quadratic time.
const STRING_OR_COMMENT = /"(?:[^"\\\n]+|\\.)*"?|\/\/[^\n\r]*|\/\*(?:[^]*?\*\/|[^]*)/g;
const STRING_OR_COMMA = /"(?:[^"\\\n]+|\\.)*"?|,(?=\s*[}\]])/g;

/** Line breaks stay, so that the place in an error message is the place in the file. */
function withoutComments(text: string): string {
  return text.replaceAll(STRING_OR_COMMENT, (match) =>
    match.startsWith('"') ? match : match.replaceAll(/[^\n\r]/g, " "),
  );
}

function withoutTrailingCommas(text: string): string {
  return text.replaceAll(STRING_OR_COMMA, (match) => (match === "," ? " " : match));
}
