import { ROLES, type Role } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { refusalOfIntent } from "./user-rules.js";

const person = (role: Role, id: string = role): { id: string; role: Role } => ({ id, role });
const someAdmins = ["a", "b"];

describe("nobody acts on anyone above themselves", () => {
  const pairs = ROLES.flatMap((actor) => ROLES.map((target) => [actor, target] as const));
  test.each(pairs)("%s on %s", (actor, target) => {
    const refusal = refusalOfIntent({
      actor: person(actor, "x"),
      target: person(target, "y"),
      activeAdmins: someAdmins,
    });
    expect(refusal?.code).toBe(ROLES.indexOf(actor) >= ROLES.indexOf(target) ? undefined : "forbidden");
  });
});

test.each([
  { what: "an admin makes a reviewer", actor: "admin", target: "user", newRole: "reviewer", code: undefined },
  { what: "an admin makes another admin", actor: "admin", target: "user", newRole: "admin", code: undefined },
  { what: "an admin makes a super admin", actor: "admin", target: "user", newRole: "super_admin", code: "forbidden" },
  { what: "an admin demotes a super admin", actor: "admin", target: "super_admin", newRole: "user", code: "forbidden" },
  {
    what: "a super admin makes another",
    actor: "super_admin",
    target: "admin",
    newRole: "super_admin",
    code: undefined,
  },
] as const)("$what", ({ actor, target, newRole, code }) => {
  const people = { actor: person(actor, "x"), target: person(target, "y") };
  expect(refusalOfIntent({ ...people, newRole, activeAdmins: someAdmins })?.code).toBe(code);
});

test.each([
  ["the last admin stays", ["y"], "invalid_state"],
  ["one of two may go", ["x", "y"], undefined],
  ["someone who is none may go", ["x"], undefined],
] as const)("%s", (_what, activeAdmins, code) => {
  const refusal = refusalOfIntent({
    actor: person("super_admin", "x"),
    target: person("admin", "y"),
    takesAdminAway: true,
    activeAdmins,
  });
  expect(refusal?.code).toBe(code);
});

test("some things are not done to oneself", () => {
  const me = person("super_admin");
  const intent = { actor: me, target: me, activeAdmins: someAdmins };
  expect(refusalOfIntent({ ...intent, notToOneself: true })?.code).toBe("invalid_state");
  expect(refusalOfIntent(intent)).toBeUndefined();
});
