import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { madeUp } from "@tackroom/harness/testing/made-up-harness";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The list of harnesses, to which a new one adds a line. */
const LIST = "../../../harness/dist/harness/index.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tack-made-up-"));
  vi.resetModules();
  vi.doMock(LIST, async (original) => {
    const { ALL_HARNESSES } = await original<{ ALL_HARNESSES: readonly unknown[] }>();
    return { ALL_HARNESSES: [...ALL_HARNESSES, madeUp] };
  });
});
afterEach(() => {
  vi.doUnmock(LIST);
  vi.resetModules();
  rmSync(home, { recursive: true });
});

function write(path: string, content: object): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content)}\n`);
  return file;
}
const ground = (env = {}) => ({ env, home, platform: "linux" as const });

test("sessions of a harness that is one file and one line are found, in both of its forms", async () => {
  const { listTranscripts } = await import("./transcripts.js");
  const { exportSessions } = await import("./stores/export-sessions.js");
  const path = write(".madeup/sessions/shop/s1.jsonl", { text: "hi" });
  write("else/threads/t1.json", { id: "t1", messages: [{ role: "user", content: "hi" }] });
  expect(listTranscripts(ground(), "made-up")).toMatchObject([{ session: "s1", path }]);
  const exported = exportSessions(ground({ MADEUP_HOME: join(home, "else") }), "made-up", 0);
  expect(exported).toMatchObject({ found: 1, transcripts: [{ harness: "made-up", session: "t1" }] });
});

test("its events are understood, and its hook says what it wants to read", async () => {
  const { understandEvent } = await import("./understand-event.js");
  const { hookScript } = await import("./hook-script.js");
  const payload = { madeup_session: "s1", madeup_event: "all_said" };
  expect(understandEvent("made-up", "", payload)).toMatchObject({ harness: "made-up", session: "s1", ends: true });
  expect(understandEvent("made-up", "gave_up", {}).ends).toBe(true);
  const path = "/h/.madeup/sessions/shop/s1.jsonl";
  expect(understandEvent("claude-code", "", { transcript_path: path }).harness).toBe("made-up");
  expect(hookScript({ node: "node", tack: "tack" })).toContain(
    `made-up:all_said) echo '{}' ;;\nantigravity:* | gemini-cli:* | cline:*) echo '{}' ;;\nmade-up:*) echo '{"ok":true}' ;;`,
  );
});
