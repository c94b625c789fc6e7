import { expect, test } from "vitest";
import { refusalOfChange, type Changeable } from "./change-rules.js";

const usual: Changeable = { key: "a.b", managedBy: null, isSettable: true, changedBy: "admin" };

test.each([
  ["an admin may change what is usual", usual, "admin", undefined],
  ["a super admin may change what is reserved", { ...usual, changedBy: "super_admin" }, "super_admin", undefined],
  ["an admin may not change what is reserved", { ...usual, changedBy: "super_admin" }, "admin", "forbidden"],
  ["nobody may change what comes from outside", { ...usual, managedBy: "A_B" }, "super_admin", "externally_managed"],
  ["nobody may change what the server makes", { ...usual, isSettable: false }, "super_admin", "externally_managed"],
  [
    "who may not change it is not told where it comes from",
    { ...usual, managedBy: "A_B", changedBy: "super_admin" },
    "admin",
    "forbidden",
  ],
] as const)("%s", (_rule, setting, role, code) => {
  expect(refusalOfChange(setting, role)?.code).toBe(code);
});
