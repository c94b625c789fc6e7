import { spawnSync } from "node:child_process";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone } from "../../output.js";
import { dataDirectoryOf, type DataOptions } from "./data-directory.js";
import { serverProgram } from "./server-program.js";

/** `tack server grant-role` */
export const grantRole = (cli: Cli, email: string, role: string, options: DataOptions): Promise<void> =>
  operate(cli, ["grant-role", email, role], options);

/** `tack server unset-setting` */
export const unsetSetting = (cli: Cli, key: string, options: DataOptions): Promise<void> =>
  operate(cli, ["unset-setting", key], options);

/** `tack server backup` */
export const backup = (cli: Cli, file: string, options: DataOptions): Promise<void> =>
  operate(cli, ["backup", file], options);

/** `tack server restore` */
export const restore = (cli: Cli, file: string, options: DataOptions): Promise<void> =>
  operate(cli, ["restore", file], options);

/** Runs the server's own program, which locks the data directory. */
async function operate(cli: Cli, words: readonly string[], options: DataOptions): Promise<void> {
  const args = [await serverProgram(cli), "--data-dir", dataDirectoryOf(cli, options), ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: cli.cwd });
  const [message, error] = [stdout, stderr].map((text) => text.trim().replace(/^tackroom: /, ""));
  if (status === 0) return printDone(cli, message ?? "Done.", { done: words[0], message });
  throw new CliError("conflict", error || "The command failed.", { detail: stdout });
}
