import { expect, test } from "vitest";
import { likeness } from "./near-words.js";

test.each([
  ["postgers", "postgres"],
  ["terrafrom", "terraform"],
  ["kube", "kubernet"],
  ["postgresql", "postgres"],
  ["pro", "prometheus"],
  ["inch", "finch"],
  ["elasticsaerch", "elasticsearch"],
])("%s may stand for %s", (typed, known) => {
  expect(likeness(typed, known)).toBeGreaterThan(0.3);
  expect(likeness(typed, known)).toBeLessThan(1);
});

test.each([
  ["cat", "car"],
  ["zxcv", "qwer"],
  ["grafana", "banana"],
  ["po", "postgres"],
  ["int", "printer"],
  ["linear", "kernel"],
])("%s does not stand for %s", (typed, known) => expect(likeness(typed, known)).toBe(0));
