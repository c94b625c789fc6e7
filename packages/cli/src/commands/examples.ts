/** The examples at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}\n`;
}

/** The description of `--follow-links`, shared by several commands. */
export const FOLLOW_LINKS = "write through symbolic links that lead outside the harness's folders";
