import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { askPassword, askText, withBar } from "./ask.js";
import type { Cli } from "./cli.js";
import { askNewPassword } from "./commands/auth/login.js";

/** A terminal at which somebody types the next line when the screen shows the text that it answers. */
function terminal(
  lines: readonly (readonly [shown: string, typed: string])[],
  env: Record<string, string> = {},
  columns = 200,
) {
  const waiting = [...lines];
  let [screen, seen] = ["", ""];
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const stdout = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        screen += chunk.toString();
        seen += chunk.toString();
        const [next] = waiting;
        if (next && seen.includes(next[0])) {
          waiting.shift();
          seen = "";
          setImmediate(() => stdin.write(`${next[1]}\r`));
        }
        done();
      },
    }),
    { isTTY: true, columns },
  );
  const flags = { output: "table", color: false, debug: false } as const;
  const cli: Cli = { env, cwd: "/", home: "/", platform: "linux", stdin, stdout, stderr: stdout, flags, operation: "" };
  return { cli, screen: () => screen };
}

afterEach(() => void vi.unstubAllEnvs());

test.each([40, 60, 100])("a progress bar fits into a terminal with %i columns", async (columns) => {
  // The library draws no frames where it takes the terminal for a log of CI.
  vi.stubEnv("CI", "");
  const { cli, screen } = terminal([], {}, columns);
  await withBar(cli, { what: "Submitting 1138 items to https://tack.example.com", total: 4 }, async (advance) => {
    for (let n = 0; n < 4; n += 1) {
      advance(1);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
  });
  const lines = stripVTControlCharacters(screen()).split(/[\r\n]+/);
  const bars = lines.flatMap((line) => line.split(/(?=[◒◐◓◑◇])/)).filter((line) => line.includes("━"));
  expect(bars.length).toBeGreaterThan(1);
  for (const bar of bars) expect(bar.trimEnd().length, bar).toBeLessThan(columns);
});

describe("a prompt", () => {
  test("keeps asking until the answer passes its check", async () => {
    const { cli, screen } = terminal([
      ["Your email", "ada"],
      ["Not an email", "@example.com"],
    ]);
    const check = (text: string): string | undefined => (text.includes("@") ? undefined : "Not an email address");
    const answer = await askText(cli, { flag: "--email", message: "Your email", check });
    expect(answer).toBe("ada@example.com");
    expect(screen()).toContain("Not an email address");
  });

  test("that Ctrl-C ends exits as a program that Ctrl-C ended", async () => {
    const { cli } = terminal([["Your email", "\u0003"]]);
    const asked = askText(cli, { flag: "--email", message: "Your email" });
    await expect(asked).rejects.toMatchObject({
      message: "Canceled. Nothing was changed.",
      details: { exitCode: 130 },
    });
  });

  test("for a new password shows the rules first, and checks them and the repetition before anything is sent", async () => {
    const { cli } = terminal([
      ["at least 8 characters", "Correct"],
      ["must have at least", "-Horse-7"],
      ["Confirm", "Correct-Horse"],
      ["do not match", "-7"],
    ]);
    await expect(askNewPassword(cli)).resolves.toBe("Correct-Horse-7");
  });

  test.each([
    ["--email", "Pass --email"],
    ["--password", "TACK_PASSWORD"],
    ["TACK_BOOTSTRAP_TOKEN", "Set TACK_BOOTSTRAP_TOKEN"],
  ])("is not shown in CI; the error for %s says what to pass", async (flag, remediation) => {
    const { cli, screen } = terminal([], { CI: "1" });
    const asked = askPassword(cli, { flag, message: "?" });
    await expect(asked).rejects.toMatchObject({
      category: "usage",
      message: expect.stringContaining("CI is set"),
      details: { remediation: expect.stringContaining(remediation) },
    });
    expect(screen()).toBe("");
  });
});
