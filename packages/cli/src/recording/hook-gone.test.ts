import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HARNESS_IDS, renderSessionHooks, type HarnessId } from "@tackroom/harness";
import { expect, test } from "vitest";

/** All commands that a shell runs for this harness: those in its settings, and the scripts that tack writes. */
function shellCommands(id: HarnessId): string[] {
  const { config, files } = renderSessionHooks(id, "linux");
  const inSettings = JSON.stringify(config?.content ?? {}).matchAll(/"(?:command|bash)":"((?:[^"\\]|\\.)*)"/g);
  const scripts = files.filter(({ content }) => content.startsWith("#!/bin/sh")).map(({ content }) => content);
  return [...Array.from(inSettings, ([, text]) => JSON.parse(`"${text}"`) as string), ...scripts];
}

test.each(HARNESS_IDS.filter((id) => shellCommands(id).length > 0))(
  "%s: what its settings call does nothing, quietly, once tack is gone",
  (id) => {
    const home = mkdtempSync(join(tmpdir(), "tack-gone-"));
    for (const [index, command] of shellCommands(id).entries()) {
      const script = join(home, `command-${index}`);
      writeFileSync(script, command);
      const { status, stdout, stderr } = spawnSync("/bin/sh", [script], {
        env: { HOME: home, PATH: "/usr/bin:/bin" },
        input: '{"hook_event_name":"Stop"}',
        encoding: "utf8",
      });
      // For harnesses that read a hook's output, an empty object has no effect either.
      expect([command, status, stdout.replace("{}\n", ""), stderr]).toEqual([command, 0, "", ""]);
    }
    rmSync(home, { recursive: true });
  },
);

test("most harnesses run such commands", () => {
  expect(HARNESS_IDS.filter((id) => shellCommands(id).length > 0).length).toBeGreaterThanOrEqual(9);
});
