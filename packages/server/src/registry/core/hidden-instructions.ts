import { commandsModel, SPEAKS_TO_MODEL } from "./risky-texts.js";

const speaksToModel = (text: string): boolean => commandsModel(text) || SPEAKS_TO_MODEL.test(text);

/** A definition that no link uses is how Markdown writes a comment: `[//]: # (…)`. Others have a title that nobody sees either. */
const DEFINITION = /^ {0,3}\[([^\][\n]{1,100})\]:[ \t]{0,10}(<[^<>\n]{0,300}>|[^\s<]\S{0,300})?/;
const COMMENT_TARGET = /^(?:#|<>|<#>|\/\/|about:blank|x|\.|-)?$/;
const LINK_TITLE = /\]\([^()\s]{0,300}[ \t]{1,3}["']([^"'\n]{1,500})["']/g;
const IMAGE_TEXT = /!\[([^\][\n]{1,500})\]/g;
const TAG = /<[a-z][a-z0-9]{0,20}\b([^<>\n]{1,300})>/gi;
const INVISIBLE =
  /\b(?:display[ \t]{0,3}:[ \t]{0,3}none|visibility[ \t]{0,3}:[ \t]{0,3}hidden|opacity[ \t]{0,3}:[ \t]{0,3}0(?![.\d])|(?:font-size|width|height)[ \t]{0,3}:[ \t]{0,3}0(?![.\d])|color[ \t]{0,3}:[ \t]{0,3}(?:white|transparent|#fff))|(?:^|\s)hidden(?:[\s=]|$)/i;

export const MARKDOWN_PATTERNS: readonly RegExp[] = [
  DEFINITION,
  LINK_TITLE,
  IMAGE_TEXT,
  TAG,
  INVISIBLE,
  SPEAKS_TO_MODEL,
];

/** Whether a page holds text that its readers do not see and a model does, and that speaks to the model. */
export function hidesInstructions(markdown: string): boolean {
  return (
    comments(markdown).some(speaksToModel) ||
    definitions(markdown).some(({ text, isComment }) => (isComment ? speaksToModel(text) : commandsModel(text))) ||
    invisibleElements(markdown).some(speaksToModel) ||
    [LINK_TITLE, IMAGE_TEXT].some((pattern) =>
      Array.from(markdown.matchAll(pattern), ([, text = ""]) => text).some(commandsModel),
    )
  );
}

function comments(markdown: string): string[] {
  const found: string[] = [];
  let start = markdown.indexOf("<!--");
  while (start !== -1) {
    const end = markdown.indexOf("-->", start + 4);
    found.push(markdown.slice(start + 4, end === -1 ? undefined : end));
    start = end === -1 ? -1 : markdown.indexOf("<!--", end);
  }
  return found;
}

/** Each goes on to the next one, or to an empty line. */
function definitions(markdown: string): { text: string; isComment: boolean }[] {
  const found: { text: string; isComment: boolean }[] = [];
  if (!markdown.includes("]:")) return found;
  let isInside = false;
  for (const line of markdown.split("\n")) {
    const [start, , target = ""] = DEFINITION.exec(line) ?? [];
    if (start !== undefined) {
      found.push({ text: line.slice(start.length), isComment: COMMENT_TARGET.test(target) });
      isInside = true;
    } else if (line.trim() === "") isInside = false;
    else if (isInside) Object.assign(found.at(-1) ?? {}, { text: `${found.at(-1)?.text ?? ""}\n${line}` });
  }
  return found;
}

/** What stands between a tag that is styled away and the next tag. */
function invisibleElements(markdown: string): string[] {
  return Array.from(markdown.matchAll(TAG)).flatMap(({ index, 0: tag, 1: attributes = "" }) => {
    if (!INVISIBLE.test(attributes)) return [];
    const end = markdown.indexOf("<", index + tag.length);
    return [markdown.slice(index + tag.length, end === -1 ? undefined : end)];
  });
}
