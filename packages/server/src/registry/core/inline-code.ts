/** How a program takes code, or another program to start, on its command line. */
interface InlineCode {
  readonly program: RegExp;
  /** Fits an argument, or an option and the argument after it with a space between them. */
  readonly argument: RegExp;
  /** Unlike an interpreter's, its options mean the same wherever they stand. */
  readonly isAnywhere?: true;
}

const anywhere = (program: RegExp, argument: RegExp): InlineCode => ({ program, argument, isAnywhere: true });
const interpreter = (program: RegExp, argument: RegExp): InlineCode => ({ program, argument });

const NODE = /^(node|nodejs|bun|tsx|ts-node)$/;

const INLINE_CODE: readonly InlineCode[] = [
  interpreter(/^(python|pypy)[0-9.]*w?$/, /^-[bBdEhiIOPqsSuvx]*c/),
  interpreter(NODE, /^(-p?e|-p$|--eval(=|$)|--print(=|$))/),
  anywhere(NODE, /^(-r|--require|--import|--loader|--experimental-loader|--preload)[= ]?["']?(data|https?|blob):/),
  interpreter(/^deno$/, /^(eval$|-p?e|--eval(=|$)|repl$)/),
  anywhere(/^deno$/, /^(data|blob):/),
  interpreter(/^perl[0-9.]*$/, /^-[acFilnpstTuUvwWX0-9]*[eE]|^-[mMd].*[;( ]/),
  interpreter(/^ruby[0-9.]*$/, /^-[aclnpsSvwW0-9]*e/),
  interpreter(/^php[0-9.]*$/, /^(-[rRBE]|--run|--process-(begin|code|end))/),
  interpreter(/^(lua|luajit|osascript|r|rscript|julia|elixir|groovy|scala|swift)[0-9.]*$/, /^(-e|-E|--eval(=|$))/),
  interpreter(/^(npx|npm|pnpm|yarn)$/, /^(-c$|--call(=|$)|--shell-mode$)/),
  interpreter(
    /^(expect|tclsh|gdb|lldb|sqlite3|make|gmake)$/,
    /^(-c|-ex?|-iex|-cmd|-o|--eval(-command)?|--one-line)(=|$)/,
  ),
  // A program is their first operand, unless it comes from a file.
  interpreter(/^[gmn]?awk$|^g?sed$/, /^(?!-f|--file)[^-]|^-[a-z]*e|^--(expression|source)(=|$)/),
  anywhere(/^find$/, /^-(exec|execdir|ok|okdir)$/),
  anywhere(/^git$/, /^(-c|--config-env|--exec-path|--upload-pack|--receive-pack|-u)(=|$)|^ext::/),
  anywhere(/^(ssh|scp|sftp|autossh)$/, /^-o ?["']?(proxy|local|knownhosts|permitlocal)command|^-(F|S|D) ?.*[;|&$`]/i),
  anywhere(
    /^(tar|bsdtar|gtar)$/,
    /^--(checkpoint-action|to-command|use-compress-program|rsh-command|info-script|new-volume-script)|^-[a-z]*[IF]$/,
  ),
  anywhere(/^rsync$/, /^(-[a-z]*e|--rsh|--rsync-path)(=|$)/),
  anywhere(/^(nc|ncat|netcat)[0-9.]*$/, /^(-[a-z]*[ec]|--(sh-|lua-)?exec)(=|$)/),
  anywhere(/^socat$/, /(^|,)(exec|system|shell):/i),
  anywhere(/^(vim?|nvim|view|ex|ed|emacs|less|more|most|man|nano)$/, /^/),
  anywhere(/^env$/, /^(-[a-zA-Z0]*S|--split-string)/),
];

/** Variables by which a program is made to load or start something else before it does what it is for. */
export const LOADER_VARIABLE =
  /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PROMPT_COMMAND|PERL5OPT|PERL5DB|RUBYOPT|PYTHONSTARTUP|GIT_SSH|GIT_SSH_COMMAND|GIT_PROXY_COMMAND|GIT_EXTERNAL_DIFF|JAVA_TOOL_OPTIONS|NODE_OPTIONS|NODE_REPL_EXTERNAL_MODULE)$/;

/** Options whose value is an argument of its own; what follows any other option may be the script. */
const WITH_VALUE = new Set(
  "-W -X -r --require --import --loader --experimental-loader -C --conditions --env-file --input-type -I -M -p --package".split(
    " ",
  ),
);

/** Where code, or a program that is to be started, stands among the arguments; -1 where there is none. */
export function inlineCodeAt(program: string, args: readonly string[]): number {
  const rows = INLINE_CODE.filter((row) => row.program.test(program));
  if (rows.length === 0) return -1;
  const end = scriptAt(program, args);
  return args.findIndex((arg, index) => {
    const withOption = `${args[index - 1] ?? ""} ${arg}`;
    return rows.some(({ argument, isAnywhere }) => {
      if (!isAnywhere && end !== -1 && index >= end) return false;
      return argument.test(arg) || (isAnywhere === true && argument.test(withOption));
    });
  });
}

/** Where the script or module begins: options after it are its own, as in `python server.py -c config.json`. */
function scriptAt(program: string, args: readonly string[]): number {
  // What looks like a file here is code.
  if (/^[gmn]?awk$|^g?sed$/.test(program)) return args.findIndex((arg) => /^(-f|--file)/.test(arg));
  return args.findIndex((arg, index) => {
    if (arg === "--") return true;
    if (arg === "-m") return /^(python|pypy)/.test(program);
    if (arg.startsWith("-") || WITH_VALUE.has(args[index - 1] ?? "")) return false;
    return /[./@]/.test(arg) || (/^(npx|npm|pnpm|yarn)$/.test(program) && arg !== "exec" && arg !== "dlx");
  });
}
