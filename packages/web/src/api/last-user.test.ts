import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { User } from "./client.js";
import { keepLastUser, readLastUser } from "./last-user.js";
import { storedHint } from "./session-hint.js";

const user = { id: "1", username: "ada", role: "admin" } as User;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  storedHint.set(true);
});
afterEach(() => vi.unstubAllGlobals());

test("is the same object until something about the user changes", () => {
  keepLastUser(user);
  const before = readLastUser();
  expect(before).toEqual(user);
  expect(keepLastUser({ ...user })).toBe(before);
  expect(readLastUser()).toBe(before);
  expect(keepLastUser({ ...user, role: "user" })).toEqual({ ...user, role: "user" });
  expect(readLastUser()).toEqual({ ...user, role: "user" });
  expect(keepLastUser(null)).toBeNull();
  expect(readLastUser()).toBeUndefined();
});

test("is nobody after the session has ended, and if another release wrote something else", () => {
  keepLastUser(user);
  storedHint.set(false);
  expect(readLastUser()).toBeUndefined();
  storedHint.set(true);
  localStorage.setItem("last-user", "[7]");
  expect(readLastUser()).toBeUndefined();
  localStorage.setItem("last-user", "{");
  expect(readLastUser()).toBeUndefined();
});
