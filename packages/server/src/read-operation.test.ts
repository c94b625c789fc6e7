import { expect, test } from "vitest";
import { readOperation } from "./read-operation.js";

test.each([
  [[], undefined],
  [["grant-role", "ada@example.com", "admin"], { name: "grant-role", email: "ada@example.com", role: "admin" }],
  [["unset-setting", "deployment.frontend_url"], { name: "unset-setting", key: "deployment.frontend_url" }],
  [["backup", "/tmp/tack.tgz"], { name: "backup", file: "/tmp/tack.tgz" }],
])("understands %j", (words, operation) => expect(readOperation(words)).toEqual(operation));

test.each([[["grant-role", "ada@example.com"]], [["unset-setting"]], [["restore", "a", "b"]], [["dance"]]])(
  "refuses %j",
  (words) => expect(() => readOperation(words)).toThrow(),
);
