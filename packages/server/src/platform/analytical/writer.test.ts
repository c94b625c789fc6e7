import { expect, test } from "vitest";
import { recordedLog } from "../../../test/quiet-log.js";
import { WRITER_LIMITS } from "./writer-limits.js";
import { createWriter } from "./writer.js";

test.each(["159", "241"])("rows that ClickHouse is too busy to store (%s) may be sent again", async (code) => {
  const writer = createWriter({
    insert: () => Promise.reject(Object.assign(new Error("limit exceeded"), { code })),
    log: recordedLog("silent").log,
    limits: { ...WRITER_LIMITS, retryWaitsMs: [] },
  });
  await expect(writer.append("events", [{ id: 1 }])).rejects.toMatchObject({
    code: "unavailable",
    message: "A database is not responding or is read-only. Retry shortly.",
    retryAfterSeconds: 5,
  });
  await writer.close();
});
