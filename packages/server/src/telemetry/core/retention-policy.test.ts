import { expect, test } from "vitest";
import { isTooOld, rangesOf, retentionPolicy, type RetentionRange } from "./retention-policy.js";

const NOW = new Date("2026-03-31T00:00:00.000Z");
const policy = retentionPolicy(
  {
    days: 10,
    projects: [
      { project: "brief", days: 2 },
      { project: "long", days: 30 },
    ],
  },
  NOW,
);

const isIn = (range: RetentionRange, project: string, receivedAt: string): boolean =>
  receivedAt < range.since && ("project" in range ? range.project === project : !range.notOf.includes(project));

test.each(["brief", "long", "other"])("of %s, what is too old is in one range and what is kept in none", (project) => {
  for (let day = 0; day <= 40; day++) {
    const received_at = new Date(NOW.getTime() - day * 24 * 60 * 60 * 1000).toISOString();
    const ranges = rangesOf(policy).filter((range) => isIn(range, project, received_at));
    expect([day, ranges.length]).toEqual([day, isTooOld(policy, { project_name: project, received_at }) ? 1 : 0]);
  }
});
