import { expect, test } from "vitest";
import { activeView, filterOf, filtersBeside, inView, isFiltered, viewsFor, type View } from "./session-views.js";

const NOW = new Date("2026-11-18T12:00:00Z");
const views = viewsFor({ id: "me", isAdmin: true });
const view = (id: string): View => views.find((each) => each.id === id) as View;

test("users have no views of other people", () => {
  expect(viewsFor({ id: "me", isAdmin: false }).map(({ label }) => label)).toEqual([
    "Mine",
    "Recording",
    "With failures",
  ]);
});

test.each([
  [{}, "all"],
  [{ project: "x", sort: "calls" }, "all"],
  [{ user_id: "me" }, "mine"],
  [{ has_errors: "true", last: "7" }, "failures"],
  [{ user_id: "other" }, undefined],
  [{ has_errors: "true", state: "recording" }, undefined],
])("%j is the view %s", (params, id) => {
  expect(activeView(params, views)?.id).toBe(id);
});

test("another view keeps the other filters, and is not said again by a chip", () => {
  const params = inView({ has_errors: "true", project: "x" }, view("mine"));
  expect(params).toEqual({ project: "x", user_id: "me" });
  expect(filtersBeside(params, view("mine"))).toEqual({ project: "x" });
});

test("subagents are left out unless words are searched for, or they are asked for", () => {
  expect(filterOf({ last: "7", state: "recording" }, NOW)).toEqual({
    from: "2026-11-12",
    state: "recording",
    top_level: true,
  });
  expect(filterOf({ search: "queue", my_teams: "true" }, NOW)).toEqual({ search: "queue", my_teams: true });
  expect(filterOf({ subagents: "shown", state: "other" }, NOW)).toEqual({});
});

test("the order filters nothing", () => {
  expect([isFiltered({ sort: "calls" }), isFiltered({ project: "x" })]).toEqual([false, true]);
});
