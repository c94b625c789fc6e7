import type { FieldError } from "@tackroom/contract";
import { memberPath } from "./fields.js";
import { inlineCodeAt, LOADER_VARIABLE } from "./inline-code.js";

export interface Command {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
}

/** What a shell would act on. A command is started without one, so at best these do nothing. */
const SHELL_CHARACTERS = /[;|&$`<>(){}*?!~\n\r'"]/;
/** The last ones hand what comes after them to a shell. */
const SHELLS = new Set(
  "sh bash zsh dash ash fish ksh mksh csh tcsh rbash busybox toybox cmd command powershell pwsh nu elvish xonsh su script watch parallel at batch".split(
    " ",
  ),
);
const FETCHERS = new Set("curl wget aria2c certutil bitsadmin mshta".split(" "));
/** They start what comes after them. */
const WRAPPERS = new Set(
  "env sudo doas nohup nice ionice chrt taskset timeout setsid stdbuf xargs exec time chroot unshare nsenter flock runuser setpriv unbuffer rlwrap strace ltrace catchsegv fakeroot proot bwrap firejail systemd-run dbus-run-session caffeinate gosu su-exec tini dumb-init".split(
    " ",
  ),
);
/** Their first operand is a place, a user or a number. */
const WITH_OPERAND = new Set("chroot flock taskset gosu su-exec".split(" "));
/** The same, after a word of their own. */
const RUNNERS = new Set(["uv run", "poetry run", "pdm run", "hatch run", "pipenv run", "bundle exec"]);

/** Refuses what would run other code than the program that a reviewer reads about: shells, fetchers, inline code. */
export function checkCommand({ command, args = [] }: Command, path = ""): FieldError[] {
  const at = memberPath(path, "command");
  if (command !== command.trim() || command === "") {
    return [{ path: at, message: "Must be a single program, without leading or trailing spaces." }];
  }
  if (SHELL_CHARACTERS.test(command)) {
    return [
      { path: at, message: "The command is not run by a shell: remove characters such as ; | & $ < > and quotes." },
    ];
  }
  if (isCommandLine(command)) {
    return [{ path: at, message: "Must contain only the program. Put its arguments in args." }];
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
    return [{ path: places.command, message: `${program} is a shell. Specify the program to run instead.` }];
  }
  if (FETCHERS.has(program)) {
    return [
      { path: places.command, message: `${program} only downloads files. Specify a program from a package instead.` },
    ];
  }
  const index = inlineCodeAt(program, args);
  if (index !== -1) {
    const path = `${places.args}[${index}]`;
    return [{ path, message: `${program} would run code from its arguments. Put the code in a file or a package.` }];
  }
  // The loader of a Linux system starts whatever it is given: /lib64/ld-linux-x86-64.so.2 /bin/sh
  if (WRAPPERS.has(program) || /^ld(-linux|-musl|\.so|64\.so)/.test(program)) {
    return checkWrapped(args, WITH_OPERAND.has(program) ? 1 : 0, places);
  }
  return RUNNERS.has(`${program} ${args[0] ?? ""}`) ? checkWrapped(args, 1, places) : [];
}

/**
 * The first argument that is neither an option nor a setting nor a number is what `env`, `sudo` or `timeout` starts. After an
 * option it may be the value of that, or the program: then the next one is looked at too.
 */
function checkWrapped(args: readonly string[], from: number, places: Places): FieldError[] {
  for (let index = from; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const [, variable] = /^(\w+)=/.exec(arg) ?? [];
    if (variable !== undefined && LOADER_VARIABLE.test(variable)) {
      const message = `${variable} makes the program load additional code. Remove it.`;
      return [{ path: `${places.args}[${index}]`, message }];
    }
    if (/^-|^\w+=|^[0-9.]+[smhd]?$/.test(arg)) continue;
    const path = `${places.args}[${index}]`;
    const errors = checkProgram(arg, args.slice(index + 1), { command: path, args: path });
    if (errors.length > 0) return errors.map((error) => ({ ...error, path }));
    if (!(args[index - 1] ?? "").startsWith("-")) return [];
  }
  return [];
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
