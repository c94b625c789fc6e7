import { Type } from "typebox";
import { expect, test } from "vitest";
import { job } from "./job.js";

const DAILY = {
  name: "test.daily",
  payload: Type.Object({}),
  retryAfterSeconds: [],
  timeoutSeconds: 30,
  cron: "0 3 * * *",
  run: async () => undefined,
};

test("a job has a schedule or a key, not both", () => {
  expect(job(DAILY)).toBe(DAILY);
  expect(() => job({ ...DAILY, singletonKey: () => "all" })).toThrow("has both cron and singletonKey");
});
