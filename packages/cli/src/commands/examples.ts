import { Option } from "commander";

/** The examples at the end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}\n`;
}

/** The description of `--follow-links`, shared by several commands. */
export const FOLLOW_LINKS = "write through symbolic links that lead outside the harness's folders";

/** The descriptions of `--dry-run`: of commands that write files, and of those that send something. */
export const DRY_RUN_OF_FILES = "show what would change, and write nothing";
export const DRY_RUN_OF_SENDING = "show what would be sent, and send nothing";

/**
 * `--dry-run` of a command that changes a record with one request: it runs as usual up to that request, which is shown instead of
 * sent. Commands that change files or send much show a plan of their own.
 */
class SendsNothing extends Option {
  override attributeName(): string {
    return "sendsNothing";
  }
}

export const sendsNothing = (): Option => new SendsNothing("--dry-run", DRY_RUN_OF_SENDING);
