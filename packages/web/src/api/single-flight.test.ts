import { expect, test } from "vitest";
import { createSingleFlight } from "./single-flight.js";

/** Answers only when it is told to. */
function slowSender() {
  const answers: ((text: string) => void)[] = [];
  return { answers, send: () => new Promise<string>((resolve) => answers.push(resolve)) };
}

test("the same is sent once while it is on its way, and both callers get its reply", async () => {
  const { answers, send } = slowSender();
  const fly = createSingleFlight<string>();
  const both = [fly("a", send), fly("a", send)];
  expect(answers).toHaveLength(1);
  answers[0]?.("first");
  expect(await Promise.all(both)).toEqual(["first", "first"]);
  void fly("a", send);
  expect(answers).toHaveLength(2);
});

test("different things are sent at once", () => {
  const { answers, send } = slowSender();
  const fly = createSingleFlight<string>();
  void fly("a", send);
  void fly("b", send);
  expect(answers).toHaveLength(2);
});

test("what failed can be sent again", async () => {
  const fly = createSingleFlight<string>();
  await expect(fly("a", () => Promise.reject(new Error("unreachable")))).rejects.toThrow("unreachable");
  expect(await fly("a", () => Promise.resolve("arrived"))).toBe("arrived");
});
