import { spawnSync } from "node:child_process";
import { Writable } from "node:stream";
import { isInteractive, type Cli } from "./cli.js";

/** Prints through $PAGER on a terminal, as git does, and directly everywhere else. */
export function printPaged(cli: Cli, print: (paged: Cli) => void): void {
  const pager = cli.env["PAGER"]?.trim();
  if (!pager || pager === "cat" || !isInteractive(cli)) return print(cli);
  const chunks: Buffer[] = [];
  const stdout = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    }),
    { isTTY: true, ...(cli.stdout.columns === undefined ? {} : { columns: cli.stdout.columns }) },
  );
  print({ ...cli, stdout });
  const { error, status } = spawnSync(pager, {
    shell: true,
    input: Buffer.concat(chunks),
    stdio: ["pipe", "inherit", "inherit"],
    // Colors pass, and what fits on one screen needs no key.
    env: { LESS: "FRX", ...cli.env },
  });
  // A pager that does not exist must not hide what it was to show.
  if (error || status === COMMAND_NOT_FOUND) print(cli);
}

const COMMAND_NOT_FOUND = 127;
