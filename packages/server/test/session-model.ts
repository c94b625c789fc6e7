import { hashOf } from "./session-lines.js";

/** A line of a history: what it says, and what the contract says it counts as. */
export interface ModelLine {
  readonly raw: string;
  readonly outcome: "ingested" | "skipped" | "errors";
  readonly prompts?: number;
  readonly toolCalls?: number;
  readonly toolFailures?: number;
  /** What it says of its session. */
  readonly names?: Readonly<Partial<Record<"title" | "prompt" | "cwd" | "branch", string>>>;
  /** The message that it is a part of, and what that has used. */
  readonly message?: { readonly id: string; readonly tokens: number };
}

/** What a final request says the session should be. */
export interface Claim {
  readonly total?: number | undefined;
  readonly totalOffset?: number | undefined;
  readonly hash?: string | undefined;
  readonly hashed?: number | undefined;
}

export interface ModelRequest {
  readonly start: number;
  readonly lines: readonly ModelLine[];
  readonly endBytes: readonly number[] | null;
  readonly claim: Claim | null;
}

type Stored = ModelLine & { readonly endByte: number | null };

/** What the contract (§7.1) says a session is after a history of requests. Knows nothing of how it is done. */
export class SessionModel {
  readonly live = new Map<number, Stored>();
  /** Sent in the present generation. */
  readonly #confirmed = new Set<number>();
  acknowledged = -1;
  generation = 0;
  /** Whether a line has become another, or was cut off. */
  changed = false;

  request({ start, lines, endBytes, claim }: ModelRequest): object {
    const conflicts = lines.flatMap(({ raw }, at) => {
      const stored = this.live.get(start + at);
      return start + at <= this.acknowledged && stored && stored.raw !== raw ? [start + at] : [];
    });
    if (conflicts.length > 0) return { status: 409, offsets: conflicts, ...this.position() };
    const counts = { ingested: 0, skipped: 0, replaced: 0, errors: 0 };
    for (const [at, line] of lines.entries()) counts[this.#take(start + at, line, endBytes?.[at] ?? null)] += 1;
    while (this.#confirmed.has(this.acknowledged + 1)) this.acknowledged += 1;
    const verdict = claim ? this.#audit(claim) : { integrity_ok: null, server_hash: null, repair_from_line: null };
    return { status: 200, ...counts, ...this.position(), generation: this.generation, ...verdict };
  }

  position(): { acknowledged_line: number; acknowledged_offset: number } {
    return {
      acknowledged_line: this.acknowledged,
      acknowledged_offset: this.live.get(this.acknowledged)?.endByte ?? 0,
    };
  }

  summary(): object {
    const lines = [...this.live.values()];
    const sum = (of: (line: ModelLine) => number): number => lines.reduce((total, line) => total + of(line), 0);
    return {
      line_count: lines.length,
      events: sum(({ outcome }) => (outcome === "ingested" ? 1 : 0)),
      prompts: sum(({ prompts = 0 }) => prompts),
      tool_calls: sum(({ toolCalls = 0 }) => toolCalls),
      tool_failures: sum(({ toolFailures = 0 }) => toolFailures),
      unreadable_lines: sum(({ outcome }) => (outcome === "errors" ? 1 : 0)),
      ...this.position(),
      generation: this.generation,
      ...this.#names(),
    };
  }

  /** The latest title and branch, the first prompt and directory. */
  #names(): object {
    const lines = [...this.live].toSorted(([a], [b]) => a - b).flatMap(([, { names }]) => names ?? []);
    const said = (name: "title" | "prompt" | "cwd" | "branch"): string[] => lines.flatMap((each) => each[name] ?? []);
    const cwd = said("cwd")[0] ?? null;
    return {
      title: said("title").at(-1) ?? null,
      first_prompt: said("prompt")[0] ?? null,
      cwd,
      project_name: cwd?.split("/").at(-1) ?? "default",
      git_branch: said("branch").at(-1) ?? null,
    };
  }

  /** Each message counts once, however many of its lines there are. */
  inputTokens(): number {
    const messages = [...this.live.values()].flatMap(({ message }) => (message ? [message] : []));
    return [...new Map(messages.map(({ id, tokens }) => [id, tokens])).values()].reduce((a, b) => a + b, 0);
  }

  #take(index: number, line: ModelLine, endByte: number | null): "ingested" | "skipped" | "replaced" | "errors" {
    const stored = this.live.get(index);
    const isSame = stored?.raw === line.raw;
    this.live.set(index, { ...line, endByte: endByte ?? (isSame ? stored.endByte : null) });
    this.#confirmed.add(index);
    if (!stored) return line.outcome;
    if (!isSame) this.changed = true;
    return isSame ? "skipped" : "replaced";
  }

  #audit(claim: Claim): object {
    const { total, hash, hashed = 0 } = claim;
    const serverHash = hash === undefined ? null : hashOf(this.#below(hashed));
    const repairs = this.#repairs(claim, serverHash);
    const surplus = this.#surplus(total);
    for (const index of surplus) {
      this.live.delete(index);
      this.#confirmed.delete(index);
      this.changed = true;
    }
    const repair = repairs.length > 0 ? Math.min(...repairs) : null;
    if (repair !== null) this.#rewind(repair - 1);
    return {
      ...this.position(),
      generation: this.generation,
      integrity_ok: repair === null,
      server_hash: serverHash,
      repair_from_line: repair,
    };
  }

  /** Every line that rule 6 would repair from. */
  #repairs({ total, totalOffset = 0, hash, hashed = 0 }: Claim, serverHash: string | null): number[] {
    const missing = serverHash === null ? [] : this.#missing(hashed);
    const repairs = missing.slice(0, 1);
    if (this.acknowledged + 1 < (total ?? hashed)) repairs.push(this.acknowledged + 1);
    if (serverHash !== null && missing.length === 0 && serverHash !== hash) repairs.push(0);
    if (total !== undefined && this.#surplus(total).length > 0) repairs.push(total);
    const ends = [totalOffset, this.position().acknowledged_offset];
    if (repairs.length === 0 && !ends.includes(0) && new Set(ends).size > 1) repairs.push(this.acknowledged);
    return repairs;
  }

  #missing(count: number): number[] {
    return Array.from({ length: count }, (_, index) => index).filter((index) => !this.live.has(index));
  }

  #surplus(total = Infinity): number[] {
    return [...this.live.keys()].filter((index) => index >= total);
  }

  #rewind(to: number): void {
    if (to >= this.acknowledged) return;
    this.acknowledged = to;
    this.generation += 1;
    this.#confirmed.clear();
  }

  #below(count: number): string[] {
    const indexes = [...this.live.keys()].filter((index) => index < count).toSorted((a, b) => a - b);
    return indexes.map((index) => this.live.get(index)?.raw ?? "");
  }
}
