import { isObviousPlaceholder, isPlaceholderPassword } from "./placeholders.js";
import type { TextRange } from "./text-range.js";

/** A program that takes a password in an option whose name does not say so. */
export interface Command {
  readonly starts: readonly string[];
  /** Global, for what follows the program; the first group is the secret. */
  readonly options: RegExp;
  readonly isArgument: (argument: string) => boolean;
}

/** As long as a person would write a command. */
const MAX_COMMAND = 600;
const END_OF_COMMAND = /;|&&|\|\||[ \t]\|[ \t]|(?<!\\)\r?\n/;

const isPassword = (password: string): boolean => !isPlaceholderPassword(password) && !isObviousPlaceholder(password);

/** `user:password` */
function isPair(pair: string): boolean {
  const at = pair.indexOf(":");
  const [user, password] = [pair.slice(0, at), pair.slice(at + 1)];
  return !isPlaceholderPassword(password, { user }) && !isObviousPlaceholder(password);
}

/** An option and what it is given, as words of a shell or as texts of a list. */
const option = (flags: string, value: string): RegExp =>
  new RegExp(`(?<=[\\s"',\\[])(?:${flags})\\\\{0,4}["']?,?[ \\t=]{0,4}\\\\{0,4}["']?(${value})`, "g");
const PAIR = "[^\\s\"'`:/$<{\\\\]{1,100}:[^\\s\"'`$<{\\\\][^\\s\"'`\\\\]{2,200}";
/** In quotes a password may have spaces. */
const QUOTED_PAIR =
  "(?<=[\"'])[^\\s\"'`:/$<{\\\\]{1,100}:[^\"'`$<{\\\\\\r\\n][^\"'`\\\\\\r\\n]{2,200}(?=\\\\{0,4}[\"'])";
const WORD = "[^\\s\"'`$<{\\\\-][^\\s\"'`\\\\]{3,200}";

export const COMMANDS: readonly Command[] = [
  {
    starts: ["curl", "wget"],
    options: option("-u|--user|-U|--proxy-user", `${QUOTED_PAIR}|${PAIR}`),
    isArgument: isPair,
  },
  {
    starts: ["mysql", "mariadb", "mycli"],
    options: new RegExp(`(?<=[\\s"',\\[])-p["']?(${WORD})`, "g"),
    isArgument: isPassword,
  },
  {
    starts: ["sshpass", "docker login", "podman login", "helm registry login", "mongosh", "sqlcmd", "ldapsearch"],
    options: option("-p|-P|-w", WORD),
    isArgument: isPassword,
  },
  { starts: ["redis-cli", "valkey-cli"], options: option("-a", WORD), isArgument: isPassword },
  { starts: ["openssl"], options: new RegExp(`pass:(${WORD})`, "g"), isArgument: isPassword },
];

/** The passwords among the arguments of a command, and where it ends. */
export function commandAt(
  text: string,
  index: number,
  { options, isArgument }: Command,
): { readonly end: number; readonly secrets: TextRange[] } {
  const rest = text.slice(index, index + MAX_COMMAND);
  const end = rest.search(END_OF_COMMAND);
  const command = end === -1 ? rest : rest.slice(0, end);
  const secrets = Array.from(command.matchAll(options)).flatMap((match) => {
    const argument = match[1] ?? "";
    const start = index + match.index + match[0].length - argument.length;
    return isArgument(argument) ? [{ start, end: start + argument.length }] : [];
  });
  return { end: index + Math.max(1, command.length), secrets };
}
