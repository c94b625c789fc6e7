import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backUp } from "./backups.js";
import { NO_FILE } from "./edits.js";
import { makeWorkplace } from "./testing/workplace.js";

test("the newest backups are kept, and what someone else put beside them", () => {
  const where = makeWorkplace();
  const folder = join(where.home, ".tackroom", "backups");
  mkdirSync(join(folder, "before-the-move"), { recursive: true });
  const path = join(where.cwd, ".mcp.json");
  for (let day = 0; day < 60; day += 1) {
    const before = { bytes: Buffer.from(`${day}`), mode: 0o644 };
    backUp(where, [{ path, before, after: NO_FILE }], new Date(Date.UTC(2026, 0, 1 + day)));
  }
  const names = readdirSync(folder).toSorted();
  expect(names).toHaveLength(51);
  expect(names.at(-1)).toBe("before-the-move");
  expect(names[0]).toBe("2026-01-11T00-00-00.000Z");
  expect(readFileSync(join(folder, "2026-03-01T00-00-00.000Z", "001-.mcp.json"), "utf8")).toBe("59");
});
