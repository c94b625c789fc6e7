const INTERPRETER =
  "(?:/[\\w./-]{0,60}/)?(?:env[ \\t]{1,3})?(?:(?:ba|z|da|k|fi|a)?sh|pwsh|perl|ruby|python[0-9.]{0,5}(?![ \\t]{1,3}-[cm])|node(?![ \\t]{1,3}-[ep]))(?![\\w.-])";
const SUDO = "(?:sudo[ \\t]{1,3}(?:-\\S{1,20}[ \\t]{1,3}){0,3})?";

/** What is fetched is run, without anyone having seen it. */
const PIPES: readonly RegExp[] = [
  new RegExp(`\\b(?:curl|wget)[ \\t][^\\n;]{1,500}?\\|[ \\t]{0,5}${SUDO}${INTERPRETER}`, "i"),
  /(?:\b(?:(?:ba|z|da|k|fi)?sh|eval|source)|^\.|[;&|][ \t]?\.)[ \t]{1,3}(?:-c[ \t]{1,3})?["']?(?:<\(|\$\(|`)[ \t]{0,5}(?:curl|wget)\b/im,
  /\b(?:iex|invoke-expression)\b[^\n]{0,200}\b(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b/i,
  /\b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|]{0,300}\|[ \t]{0,5}(?:iex|invoke-expression)\b/i,
];

export function pipesToShell(text: string): boolean {
  const lines = text.replaceAll(/\\\r?\n/g, " ");
  return PIPES.some((pattern) => pattern.test(lines));
}

/** How descriptions speak that are written for a model to obey and not for people to read. */
const COMMANDS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)[ \t]{1,3}(?:all[ \t]{1,3}|any[ \t]{1,3})?(?:of[ \t]{1,3})?(?:the[ \t]{1,3}|your[ \t]{1,3})?(?:previous|prior|above|earlier|other|existing|system)\b[^\n]{0,40}\b(?:instruction|prompt|rule|message|direction|guideline)/i,
  /\byou[ \t]{1,3}must[ \t]{1,3}(?:always|never|first|immediately)\b/i,
  /\b(?:do[ \t]{1,3}not|don't|never|without)[ \t]{1,3}(?:tell|telling|inform|informing|mention|mentioning|notify|notifying|reveal|revealing|alert|alerting)\b[^\n]{0,40}\buser/i,
  /<\/?(?:important|system|instructions?|secret|hidden)>/i,
  /^[ \t]{0,10}(?:system|assistant)[ \t]{0,3}:/im,
  /\bbefore[ \t]{1,3}(?:using|calling|invoking|running)[ \t]{1,3}(?:any|all|every|this)?[ \t]{0,3}(?:other[ \t]{1,3})?tools?\b/i,
  /\balways[ \t]{1,3}(?:call|use|invoke|run)[ \t]{1,3}this\b[^\n]{0,40}\b(?:first|before|instead)\b/i,
  /\binstead[ \t]{1,3}of[ \t]{1,3}(?:any|all|every|the)[ \t]{1,3}other[ \t]{1,3}tools?\b/i,
];

export const commandsModel = (text: string): boolean => COMMANDS.some((pattern) => pattern.test(text));

const SPEAKS_TO_MODEL =
  /\b(?:assistant|claude|the (?:model|agent|ai|llm)|system prompt|you (?:must|shall)|your (?:instructions|system prompt)|silently|secretly|exfiltrate)\b|\b(?:curl|wget) [^\s]|\b(?:run|execute) (?:the|this|these)\b/i;

/** Comments that a reader of the page does not see, and a model does. */
export function hidesInstructions(markdown: string): boolean {
  let start = markdown.indexOf("<!--");
  while (start !== -1) {
    const end = markdown.indexOf("-->", start + 4);
    const comment = markdown.slice(start + 4, end === -1 ? undefined : end);
    if (commandsModel(comment) || SPEAKS_TO_MODEL.test(comment)) return true;
    start = end === -1 ? -1 : markdown.indexOf("<!--", end);
  }
  return false;
}
