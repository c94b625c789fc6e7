import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testMachine } from "../../testing/run-tack.js";

/** A fake `tack` with two candidates, which also checks how the shell calls it. */
const TACK = `#!/bin/sh
[ "$1 $2" = "__complete --" ] || exit 1
shift 2
case "$*" in
  "rev") printf 'review\\tWhat waits: for a reviewer\\n';;
  "review ") printf 'list\\tAll\\nshow\\tOne\\n';;
esac
`;

const isThere = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;
/** Tests that need this shell. If it is not installed, the summary reports why they were skipped. */
function inShell(shell: string, tests: () => void): void {
  describe(shell, () => {
    beforeEach(({ skip }) => skip(!isThere(shell), `${shell} is not installed`));
    tests();
  });
}

let home: string;
const scripts: Record<string, string> = {};
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "tack-completion-"));
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "bin", "tack"), TACK);
  chmodSync(join(home, "bin", "tack"), 0o755);
  writeFileSync(join(home, "a-file"), "");
  for (const shell of ["bash", "zsh", "fish"]) {
    scripts[shell] = (await testMachine("http://127.0.0.1:1").run(`completion ${shell}`)).stdout;
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (shell: string, ...args: string[]): string =>
  execFileSync(shell, args, {
    encoding: "utf8",
    cwd: home,
    timeout: 60_000,
    env: { HOME: home, PATH: `${join(home, "bin")}:${process.env["PATH"]}`, TERM: "dumb" },
  });

inShell("bash", () => {
  const ask = (...words: string[]): string[] => {
    const quotedWords = words.map((word) => `'${word}'`).join(" ");
    const script = `${scripts["bash"]}\nCOMP_WORDS=(tack ${quotedWords}); COMP_CWORD=${words.length}; _tack; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run("bash", "-c", script).trim().split("\n");
  };

  test("completes a word, and tells what comes next", () => {
    expect(ask("rev")).toEqual(["review"]);
    expect(ask("review", "")).toEqual(["list", "show"]);
  });
});

inShell("fish", () => {
  const ask = (line: string): string[] =>
    run("fish", "--no-config", "-c", `${scripts["fish"]}\ncomplete -C '${line}'`).trim().split("\n");

  test("completes a word with its meaning, and files where tack has none", () => {
    expect(ask("tack rev")).toEqual(["review\tWhat waits: for a reviewer"]);
    expect(ask("tack review ")).toEqual(["list\tAll", "show\tOne"]);
    expect(ask("tack review show a-").map((line) => line.split("\t")[0])).toEqual(["a-file"]);
  });
});

inShell("zsh", () => {
  /** Typed into a new zsh that loads the script from its own completion folder. */
  const typed = (line: string, wanted: string): string => {
    mkdirSync(join(home, "functions"), { recursive: true });
    writeFileSync(join(home, "functions", "_tack"), scripts["zsh"] ?? "");
    const script = `
      zmodload zsh/zpty
      zpty shell 'PS1= zsh -f -i'
      zpty -w shell 'unsetopt zle_bracketed_paste; fpath=(${home}/functions $fpath); autoload -U compinit; compinit -u -D; bindkey "^I" complete-word; print READY'
      zpty -r shell said '*READY*READY*'
      zpty -w -n shell $'${line}\\t'
      zpty -r shell said '*${wanted}*'
      print -r -- "$said"
      zpty -d shell`;
    return run("zsh", "-f", "-c", script);
  };

  test("completes a word at the first tab", () => {
    expect(typed("tack rev", "review")).toContain("review");
  });
});
