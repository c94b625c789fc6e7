import { describe, expect, test } from "vitest";
import { valuesByDay, weekBefore, weekOf } from "./week-days.js";

const WEDNESDAY = new Date("2026-11-18T23:59:59.999Z");

describe("the week of the home page", () => {
  test("is today and the six days before, and the week before joins it", () => {
    expect(weekOf(WEDNESDAY)).toEqual({ from: "2026-11-12T00:00:00.000Z", to: "2026-11-19T00:00:00.000Z" });
    expect(weekBefore(WEDNESDAY)).toEqual({ from: "2026-11-05T00:00:00.000Z", to: "2026-11-12T00:00:00.000Z" });
  });

  test("has a value for every day", () => {
    const points = [
      { time: "2026-11-13T00:00:00.000Z", value: 3 },
      { time: "2026-11-18T00:00:00.000Z", value: null },
    ];
    const days = valuesByDay(points, WEDNESDAY);
    expect(days.map(({ name }) => name).join(" ")).toBe("Thu Fri Sat Sun Mon Tue Wed");
    expect(days.map(({ value }) => value)).toEqual([0, 3, 0, 0, 0, 0, 0]);
    expect(days.filter(({ isToday }) => isToday).map(({ name }) => name)).toEqual(["Wed"]);
  });
});
