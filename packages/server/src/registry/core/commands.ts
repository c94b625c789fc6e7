import type { FieldError } from "@tackroom/contract";
import { memberPath } from "./fields.js";

export interface Command {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
}

/** What a shell would act on. A command is started without one, so at best these do nothing. */
const SHELL_CHARACTERS = /[;|&$`<>(){}*?!~\n\r'"]/;
const SHELLS = new Set(
  "sh bash zsh dash ash fish ksh mksh csh tcsh rbash busybox cmd command powershell pwsh".split(" "),
);
const FETCHERS = new Set(["curl", "wget"]);
/** They start what comes after them. */
const WRAPPERS = new Set("env sudo doas nohup nice timeout setsid stdbuf xargs exec time".split(" "));
/** The same, after a word of their own. */
const RUNNERS = new Set(["uv run", "poetry run", "pdm run", "hatch run", "pipenv run", "bundle exec"]);

/** How each interpreter takes a program on its command line. */
const INLINE_CODE: readonly (readonly [interpreter: RegExp, option: RegExp])[] = [
  [/^(python|pypy)[0-9.]*w?$/, /^-[bBdEhiIOPqsSuvx]*c/],
  [/^(node|nodejs|bun|tsx|ts-node)$/, /^(-p?e|-p$|--eval(=|$)|--print(=|$))/],
  [/^deno$/, /^(eval$|-p?e|--eval(=|$))/],
  [/^perl[0-9.]*$/, /^-[acFilnpstTuUvwWX0-9]*[eE]/],
  [/^ruby[0-9.]*$/, /^-[aclnpsSvwW0-9]*e/],
  [/^php[0-9.]*$/, /^(-[rRBE]|--run|--process-(begin|code|end))/],
  [/^(lua|luajit|osascript|r|rscript|julia|elixir)[0-9.]*$/, /^(-e|-E|--eval(=|$))/],
  [/^(npx|npm|pnpm|yarn)$/, /^(-c$|--call(=|$)|--shell-mode$)/],
];

/** Options whose value is an argument of its own; what follows any other option may be the script. */
const WITH_VALUE = new Set(
  "-W -X -r --require --import --loader --experimental-loader -C --conditions --env-file --input-type -I -M -p --package".split(
    " ",
  ),
);

/** Refuses what would run other code than the program that a reviewer reads about: shells, fetchers, inline code. */
export function checkCommand({ command, args = [] }: Command, path = ""): FieldError[] {
  const at = memberPath(path, "command");
  if (command !== command.trim() || command === "") {
    return [{ path: at, message: "Give one program, without spaces before or after it." }];
  }
  if (SHELL_CHARACTERS.test(command)) {
    return [{ path: at, message: "No shell reads the command: remove characters such as ; | & $ < > and quotes." }];
  }
  if (isCommandLine(command)) {
    return [{ path: at, message: "Give only the program here, and each of its arguments in args." }];
  }
  return checkProgram(command, args, { command: at, args: memberPath(path, "args") });
}

interface Places {
  readonly command: string;
  readonly args: string;
}

function checkProgram(command: string, args: readonly string[], places: Places): FieldError[] {
  const program = programName(command);
  if (SHELLS.has(program)) {
    return [{ path: places.command, message: `${program} is a shell. Name the program that it would start.` }];
  }
  if (FETCHERS.has(program)) {
    return [{ path: places.command, message: `${program} only fetches. Name the program to start, from a package.` }];
  }
  if (WRAPPERS.has(program)) return checkWrapped(args, 0, places);
  if (RUNNERS.has(`${program} ${args[0] ?? ""}`)) return checkWrapped(args, 1, places);
  const index = inlineCodeAt(program, args);
  if (index === -1) return [];
  const path = `${places.args}[${index}]`;
  return [{ path, message: `${program} would run code from its arguments. Put the code in a file or a package.` }];
}

/** The first argument that is neither an option nor a setting nor a number is what `env`, `sudo` or `timeout` starts. */
function checkWrapped(args: readonly string[], from: number, places: Places): FieldError[] {
  const index = args.findIndex((arg, at) => at >= from && !/^-|^\w+=|^[0-9.]+[smhd]?$/.test(arg));
  const inner = args[index];
  if (inner === undefined) return [];
  const path = `${places.args}[${index}]`;
  return checkProgram(inner, args.slice(index + 1), { command: path, args: path }).map((error) => ({
    ...error,
    path,
  }));
}

/** "npx -y thing", but not "/opt/My Tools/run". */
function isCommandLine(command: string): boolean {
  const [first = "", ...rest] = command.split(/\s+/);
  return (
    rest.length > 0 && (!/[/\\]/.test(first) || SHELLS.has(programName(first)) || rest.some((it) => it.startsWith("-")))
  );
}

/** `C:\\Tools\\NPX.cmd` is `npx`. */
export function programName(command: string): string {
  const [name = ""] = (command.split(/[/\\]/).at(-1) ?? "").split(/\s/);
  return name.toLowerCase().replace(/\.(exe|cmd|bat|com)$/, "");
}

function inlineCodeAt(program: string, args: readonly string[]): number {
  const options = INLINE_CODE.filter(([interpreter]) => interpreter.test(program)).map(([, option]) => option);
  const end = scriptAt(program, args);
  return args.findIndex((arg, index) => (end === -1 || index < end) && options.some((option) => option.test(arg)));
}

/** Where the script or module begins: options after it are its own, as in `python server.py -c config.json`. */
function scriptAt(program: string, args: readonly string[]): number {
  return args.findIndex((arg, index) => {
    if (arg === "--") return true;
    if (arg === "-m") return /^(python|pypy)/.test(program);
    if (arg.startsWith("-") || WITH_VALUE.has(args[index - 1] ?? "")) return false;
    return /[./@]/.test(arg) || (/^(npx|npm|pnpm|yarn)$/.test(program) && arg !== "exec" && arg !== "dlx");
  });
}
