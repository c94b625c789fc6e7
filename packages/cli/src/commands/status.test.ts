import { expect, test } from "vitest";
import { describeHealth } from "./status.js";

test("names the store that is unreachable, and the missing admin", () => {
  const text = describeHealth("http://localhost:8000", {
    status: "unhealthy",
    initialized: false,
    database: "unreachable",
    analytics: "ok",
    bus: "in_process",
    version: "1.2.3",
  });
  expect(text).toBe(
    [
      "http://localhost:8000 is unhealthy (Tackroom 1.2.3)",
      "  database   unreachable",
      "  analytics  ok",
      "  bus        in process",
      "  no admin yet",
    ].join("\n"),
  );
});
