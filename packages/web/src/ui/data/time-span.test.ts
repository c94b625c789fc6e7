import { expect, test } from "vitest";
import { timeSpan } from "./time-span.js";

const NOON = Date.UTC(2026, 10, 16, 12) / 1000;
/** How uPlot handles a single point. */
const YEARS_LATER = NOON + 86_400_000;

test.each([
  [NOON + 60, { points: 2, wholeDays: true }, [NOON, NOON + 60]],
  [NOON, { points: 1, wholeDays: true }, [NOON - 43_200, NOON + 43_200]],
  [YEARS_LATER, { points: 1, wholeDays: true }, [NOON - 43_200, NOON + 43_200]],
  [YEARS_LATER, { points: 1, wholeDays: false }, [NOON - 1800, NOON + 1800]],
])("an axis from noon to %i, %j, spans %j", (to, axis, span) => {
  expect(timeSpan(NOON, to, axis)).toEqual(span);
});
