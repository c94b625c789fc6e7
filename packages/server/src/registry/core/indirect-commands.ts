/**
 * Ways to start a program through another one that a reader takes for harmless. All patterns of a row must fit one line, in
 * any order: a pattern from one to the other would read the rest of the line for each of them.
 */
export const INDIRECT_COMMANDS: readonly (readonly RegExp[])[] = [
  [/\b[gmn]?awk\b/, /\bsystem[ \t]?\(|\|[ \t]{0,3}"(?:\/\w{1,20}){0,3}\/?(?:ba|z|da)?sh\b/],
  [/(?<!#!.{0,20})\benv[ \t]{1,3}(?:-[a-zA-Z0]{0,5}S\b|--split-string\b)/],
  [
    /\b(?:node|nodejs|tsx|bun)\b/,
    /(?:--import|--require|-r|--(?:experimental-)?loader)[= \t]{1,3}["']?(?:data|https?):/,
  ],
  [
    /\bfind\b/,
    /-(?:exec|execdir|ok|okdir)[ \t]{1,3}(?:\/\w{1,20}){0,3}\/?(?:(?:ba|z|da|k)?sh|python[0-9.]{0,5}|perl|ruby|node|curl|wget|nc)[ \t]/,
  ],
  [/\bgit\b/, /-c[ \t]{1,3}["']?(?:core\.(?:sshcommand|fsmonitor|gitproxy|hookspath)=|alias\.[\w-]{1,40}=["']?!)/i],
  [
    /\bgit\b/,
    /-c[ \t]{1,3}["']?core\.(?:pager|editor)=["']?(?:\/\w{1,20}){0,3}\/?(?:(?:ba|z|da)?sh|python|perl|node|curl)\b/i,
  ],
  [/\bgit\b/, /-c[ \t]{1,3}["']?(?:credential\.helper=["']?!|protocol\.ext\.allow)|\bext::/i],
  [/\bGIT_(?:SSH_COMMAND|PROXY_COMMAND|EXTERNAL_DIFF)=["']?(?!["']?ssh\b|\$|<)\S/],
  [
    /\b(?:ssh|scp|sftp|rsync)\b/,
    /-o[ \t]{0,3}["']?(?:ProxyCommand|LocalCommand|KnownHostsCommand|PermitLocalCommand)\b/i,
  ],
  [/\btar\b/, /--(?:checkpoint-action[= ]["']?exec|to-command\b|use-compress-program[= ]["']?(?:ba|z|da)?sh\b)/],
  [/\brsync\b/, /(?:[ \t]-[a-z]{0,8}e|--rsh=?)[ \t]{0,3}["']?(?:\/\w{1,20}){0,3}\/?(?:ba|z|da)?sh\b/],
  [
    /\b(?:nc|ncat|netcat)\b/,
    /[ \t](?:-[a-z]{0,6}[ec]|--(?:sh-)?exec)[ \t]{1,3}["']?(?:\/\w{1,20}){0,3}\/?(?:ba|z|da|cmd|power)?(?:sh|shell|cmd)\b/,
  ],
  [/\bsocat\b/, /\b(?:EXEC|SYSTEM|SHELL):/],
  [/\/dev\/tcp\/[\w.$]{1,100}\/[\d$]/],
  [/\b(?:powershell|pwsh)(?:\.exe)?\b/i, /[ \t]-(?:e|ec|en[a-z]{0,13})[ \t]{1,3}["']?[A-Za-z0-9+/=]{20}/i],
  [/\b(?:vim?|nvim|ex)\b/, /[ \t](?:-c|--cmd)[ \t]{1,3}["']?:?!/],
  [/\b(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)=\S/],
  [
    /\bbase64[ \t]{1,3}(?:-d|-D|--decode)\b|\bxxd[ \t]{1,3}-r\b/,
    /\|[ \t]{0,3}(?:sudo[ \t])?(?:\/\w{1,20}){0,3}\/?(?:ba|z|da)?sh\b(?![.-])/,
  ],
];

/** Whether a line of a text starts something by a way that hides it. */
export function startsIndirectly(text: string): boolean {
  const lines = text.replaceAll(/\\\r?\n/g, " ");
  return INDIRECT_COMMANDS.some((patterns) => fitLine(lines, patterns));
}

/** Most texts hold nothing of a row's first pattern, and need not be cut into lines for it. */
function fitLine(text: string, [first, ...others]: readonly RegExp[]): boolean {
  if (first === undefined || !first.test(text)) return false;
  if (others.length === 0) return true;
  return text.split("\n").some((line) => first.test(line) && others.every((pattern) => pattern.test(line)));
}
