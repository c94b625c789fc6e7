import type { SessionOutline } from "@tackroom/contract";
import { costOf, type PriceOf } from "./prices.js";
import type { ShownEvent } from "./show-events.js";
import { sumUsage, type Usage, type UsageEntry } from "./summary.js";

const MAX_NAMES = 50;
const OTHERS = "other";

interface Spent {
  calls: number;
  usage: Usage;
}

/** What a request led to, by the first of these that it has. */
interface Led {
  call: string | null;
  hasAnswer: boolean;
  hasThought: boolean;
}

const NOTHING: Led = { call: null, hasAnswer: false, hasThought: false };

/**
 * What requests cost, by the tool that each called first. A transcript tells a request's usage on the first of its
 * lines, or after all of them; by the lines alone most of the cost would be that of thinking.
 */
export class OutlineCosts {
  readonly #spent = new Map<string, Spent>();
  #led: Led = { ...NOTHING };
  #open: { key: string; usage: Usage } | undefined;

  event({ kind, tool_name }: Pick<ShownEvent, "kind" | "tool_name">): void {
    if (kind === "tool_call") {
      const name = tool_name ?? "tool";
      this.#spentBy(name).calls += 1;
      this.#led.call ??= name;
    } else if (kind === "assistant") {
      this.#spentBy("answer").calls += 1;
      this.#led.hasAnswer = true;
    } else if (kind === "thinking") this.#led.hasThought = true;
  }

  /** What is told before the events of its request, or with the first of them. */
  usedByNext(usage: UsageEntry, key: string): void {
    if (this.#open?.key === key) this.#open.usage = sumUsage([...this.#open.usage, usage]);
    else {
      this.#settle();
      this.#open = { key, usage: [usage] };
    }
  }

  /** What is told after the events of its request. */
  usedByPrevious(usage: UsageEntry): void {
    this.#add(this.#name(), [usage]);
    this.#led = { ...NOTHING };
  }

  done(priceOf: PriceOf): SessionOutline["cost_by_tool"] {
    this.#settle();
    return [...this.#spent.entries()]
      .map(([name, { calls, usage }]) => ({ name, calls, cost_usd: costOf(usage, priceOf).usd }))
      .toSorted((one, other) => (other.cost_usd ?? 0) - (one.cost_usd ?? 0) || other.calls - one.calls);
  }

  #settle(): void {
    if (this.#open) this.#add(this.#name(), this.#open.usage);
    this.#open = undefined;
    this.#led = { ...NOTHING };
  }

  #name(): string {
    const { call, hasAnswer, hasThought } = this.#led;
    return call ?? (hasAnswer ? "answer" : hasThought ? "thinking" : OTHERS);
  }

  #add(name: string, usage: Usage): void {
    const spent = this.#spentBy(name);
    spent.usage = sumUsage([...spent.usage, ...usage]);
  }

  #spentBy(name: string): Spent {
    const isRoom = this.#spent.has(name) || this.#spent.size < MAX_NAMES;
    const key = isRoom ? name : OTHERS;
    const known = this.#spent.get(key) ?? { calls: 0, usage: [] };
    this.#spent.set(key, known);
    return known;
  }
}
