import type { Role, TeamRole, TeamVisibility } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { canManageTeam, canSeeTeam, handleFromName, leavesNoOwner } from "./team-rules.js";

describe("a team is shown to, and changed by", () => {
  test.each<[TeamVisibility, TeamRole | null, Role, boolean, boolean]>([
    ["public", null, "user", true, false],
    ["public", null, "reviewer", true, false],
    ["public", null, "admin", true, true],
    ["public", "member", "user", true, false],
    ["public", "owner", "user", true, true],
    ["private", null, "user", false, false],
    ["private", null, "reviewer", false, false],
    ["private", null, "admin", true, true],
    ["private", null, "super_admin", true, true],
    ["private", "member", "user", true, false],
    ["private", "member", "reviewer", true, false],
    ["private", "owner", "user", true, true],
  ])("%s team, %s in it, account of a %s: shown %s, changed %s", (visibility, teamRole, accountRole, ...expected) => {
    const standing = { visibility, teamRole, accountRole };
    expect([canSeeTeam(standing), canManageTeam(standing)]).toEqual(expected);
  });
});

test.each<[TeamRole, TeamRole | null, number, boolean]>([
  ["owner", null, 1, true],
  ["owner", "member", 1, true],
  ["owner", "owner", 1, false],
  ["owner", null, 2, false],
  ["owner", "member", 2, false],
  ["member", null, 1, false],
  ["member", "owner", 1, false],
  ["member", null, 0, false],
])("of %s becomes %s with %i owners: no owner is left: %s", (role, newRole, owners, none) => {
  expect(leavesNoOwner(role, newRole, owners)).toBe(none);
});

test.each([
  ["Platform Team", "platform-team"],
  ["  R&D / Tools!  ", "r-d-tools"],
  ["team_42", "team-42"],
  ["...", ""],
  ["Größe", "gr-e"],
])("the handle of %j is %j", (name, handle) => {
  expect(handleFromName(name)).toBe(handle);
});
