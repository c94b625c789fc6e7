const SUDO = "(?:sudo[ \\t]{1,3}(?:-\\S{1,20}[ \\t]{1,3}){0,3})?";
const INTERPRETER =
  "(?:/[\\w./-]{0,60}/)?(?:env[ \\t]{1,3})?(?:(?:ba|z|da|k|fi|a)?sh|pwsh|perl|ruby|python[0-9.]{0,5}(?![ \\t]{1,3}-[cm])|node(?![ \\t]{1,3}-[ep]))(?![\\w.-])";

/** What a line of a shell does that matters here, in order: fetches, evaluates, pipes on, ends. */
const STEP =
  /\b(?:(?<fetch>(?:curl|wget)[ \t])|(?<webRequest>(?:iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring)\b)|(?<evaluate>(?:iex|invoke-expression)\b))|(?<pipe>(?<!\|)\|(?!\|)&?)|(?<end>[\n;])/gi;
const INTO_SHELL = new RegExp(`[ \\t]{0,5}${SUDO}${INTERPRETER}`, "iy");
const INTO_EVALUATION = /[ \t]{0,5}(?:iex|invoke-expression)\b/iy;
/** `bash <(curl …)`, `sh -c "$(curl …)"`, `. <(curl …)` */
const SUBSTITUTED =
  /(?:\b(?:(?:ba|z|da|k|fi)?sh|eval|source)|^\.|[;&|][ \t]?\.)[ \t]{1,3}(?:-c[ \t]{1,3})?["']?(?:<\(|\$\(|`)[ \t]{0,5}(?:curl|wget)\b/im;

/** What is fetched is run, without anyone having seen it. */
export function pipesToShell(text: string): boolean {
  const lines = text.replaceAll(/\\\r?\n/g, " ");
  return SUBSTITUTED.test(lines) || stepsToShell(lines);
}

/** One walk over the text: a pattern from each `curl` to the next `|` would read the same line for each of them. */
function stepsToShell(text: string): boolean {
  const seen = { fetch: false, webRequest: false, evaluate: false };
  for (const { index, 0: step, groups = {} } of text.matchAll(STEP)) {
    if (groups["end"] !== undefined) {
      seen.fetch = false;
      // A line of PowerShell goes on after a semicolon: `$c = …; iex (iwr …)`.
      if (step === "\n") Object.assign(seen, { webRequest: false, evaluate: false });
    } else if (groups["pipe"] !== undefined) {
      const after = index + step.length;
      if (seen.fetch && matchesAt(INTO_SHELL, text, after)) return true;
      if (seen.webRequest && matchesAt(INTO_EVALUATION, text, after)) return true;
    } else if (groups["webRequest"] !== undefined) {
      if (seen.evaluate) return true;
      seen.webRequest = true;
    } else if (groups["evaluate"] !== undefined) seen.evaluate = true;
    else seen.fetch = true;
  }
  return false;
}

function matchesAt(sticky: RegExp, text: string, index: number): boolean {
  sticky.lastIndex = index;
  return sticky.test(text);
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

/** For the test that tries each of them on hostile texts. */
export const RISKY_PATTERNS: readonly RegExp[] = [STEP, INTO_SHELL, INTO_EVALUATION, SUBSTITUTED, ...COMMANDS];

export const commandsModel = (text: string): boolean => COMMANDS.some((pattern) => pattern.test(text));

/** Where nobody else is spoken to. */
export const SPEAKS_TO_MODEL =
  /\b(?:assistant|claude|the (?:model|agent|ai|llm)|system prompt|you (?:must|shall)|your (?:instructions|system prompt)|silently|secretly|exfiltrate)\b|\b(?:curl|wget) [^\s]|\b(?:run|execute) (?:the|this|these)\b/i;
