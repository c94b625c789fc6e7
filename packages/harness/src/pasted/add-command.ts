import { isRecord } from "../transcript/json.js";
import { parseJsonWithComments } from "../scan/json-with-comments.js";
import type { PastedEntry } from "./pasted-server.js";
import { shellWords } from "./shell-words.js";

const WITH_VALUE =
  /^(?:-[tseH]|--(?:transport|scope|env|header|type|url|client-id|callback-port|bearer-token-env-var))$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

interface Options {
  readonly env: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly positional: string[];
  transport?: string;
  url?: string;
  bearer?: string;
  command?: readonly string[];
}

/** `claude mcp add …`, which the command lines of other harnesses repeat; undefined for any other command. */
export function readAddCommand(words: readonly string[]): PastedEntry | undefined {
  const at = words.findIndex((word, place) => word === "mcp" && /^add(?:-json)?$/.test(words[place + 1] ?? ""));
  // `npx @anthropic-ai/claude-code mcp add` is one too.
  if (at < 1 || at > 3) return undefined;
  const rest = words.slice(at + 2);
  return words[at + 1] === "add-json" ? readJson(rest) : readOptions(rest);
}

function readJson(words: readonly string[]): PastedEntry | undefined {
  const { positional } = parseOptions(words);
  const [name = "", json = ""] = positional;
  const entry = parseJsonWithComments(json);
  return isRecord(entry) ? { name, entry } : undefined;
}

function readOptions(words: readonly string[]): PastedEntry | undefined {
  const { env, headers, positional, transport, url, bearer, command } = parseOptions(words);
  const [name = "", ...typed] = positional;
  const [first = "", ...args] = command ?? typed;
  const address = url ?? (/^https?:\/\//.test(first) ? first : undefined);
  const shared = {
    ...(transport === undefined ? {} : { type: transport }),
    ...(bearer === undefined ? {} : { bearer_token_env_var: bearer }),
    env,
    headers,
  };
  if (address !== undefined) return { name, entry: { ...shared, url: address } };
  if (first === "") return undefined;
  // Some READMEs quote the command as a whole.
  const [program = "", ...more] = first.includes(" ") ? shellWords(first) : [first];
  return { name, entry: { ...shared, command: program, args: [...more, ...args] } };
}

function parseOptions(words: readonly string[]): Options {
  const found: Options = { env: {}, headers: {}, positional: [] };
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? "";
    if (word === "--") return { ...found, command: words.slice(at + 1) };
    // Options of the server itself follow its command; an address has none.
    const isReached = found.positional.length > 1 && !/^https?:\/\//.test(found.positional[1] ?? "");
    if (word.startsWith("-") && !isReached) at += takeOption(found, words.slice(at));
    else {
      found.positional.push(word);
      at += 1;
    }
  }
  return found;
}

/** Takes the option that comes first, and returns how many words it has. */
function takeOption(found: Options, [word = "", ...next]: readonly string[]): number {
  const [option, inline] = /^--[\w-]+=/.test(word) ? splitAt(word, "=") : [word, undefined];
  if (!WITH_VALUE.test(option)) return 1;
  if (inline !== undefined) {
    take(found, option, inline);
    return 1;
  }
  // `--env A=1 B=2` lists several.
  const isList = /^(?:-e|--env)$/.test(option);
  const others = isList ? next.slice(1).findIndex((each) => !ASSIGNMENT.test(each)) : 0;
  const count = others === -1 ? next.length : others + 1;
  for (const value of next.slice(0, count)) take(found, option, value);
  return 1 + count;
}

function take(found: Options, option: string, value: string): void {
  if (/^(?:-e|--env)$/.test(option)) assign(found.env, splitAt(value, "="));
  else if (/^(?:-H|--header)$/.test(option)) assign(found.headers, splitAt(value, ":"));
  else if (/^(?:-t|--transport|--type)$/.test(option)) found.transport = value;
  else if (option === "--url") found.url = value;
  else if (option === "--bearer-token-env-var") found.bearer = value;
}

function assign(to: Record<string, string>, [name, value = ""]: readonly [string, string?]): void {
  to[name] = value.trim();
}

function splitAt(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
