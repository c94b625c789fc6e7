/** A text of about that many characters. */
export type TextOf = (size: number) => string;

/**
 * Texts on which a backtracking matcher does as much work as it can with a regular expression: what leads up to each of
 * its repetitions, and then more of what the repetition takes, again and again, without the end that would let it match.
 */
export function attacksOn({ source, flags }: Pick<RegExp, "source" | "flags">): TextOf[] {
  const attacks = new Map<string, TextOf>();
  const add = (start: string, unit: string): void => {
    if (unit !== "") attacks.set(JSON.stringify([start, unit]), repeated(unit, start));
  };
  for (const { prefix, pump, max } of repetitions(parse(source), flags)) {
    const many = pump.repeat(Math.min(max, MAX_RUN));
    add(prefix, pump);
    // A match at the very start would take it all.
    add(WRONG_END, pump);
    for (const between of SEPARATORS) {
      for (const unit of [prefix, prefix + pump, prefix + many]) add("", unit + between);
    }
  }
  return [...attacks.values()];
}

export function repeated(unit: string, start = ""): TextOf {
  return (size) => (start + unit.repeat(Math.ceil(size / unit.length))).slice(0, size) + WRONG_END;
}

const SEPARATORS = ["", " ", "\n"];
const MAX_RUN = 300;
/** Ends what no pattern wants to end so. */
const WRONG_END = "\u0001\n";

type Node =
  | { readonly kind: "characters"; readonly source: string }
  | { readonly kind: "group"; readonly alternatives: readonly Sequence[] }
  | { readonly kind: "repeat"; readonly of: Node; readonly min: number; readonly max: number };
type Sequence = readonly Node[];

interface Repetition {
  readonly prefix: string;
  readonly pump: string;
  readonly max: number;
}

function parse(source: string): Sequence {
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(source) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };

  function alternatives(): Sequence[] {
    const found = [sequence()];
    while (take(/\|/y) !== undefined) found.push(sequence());
    return found;
  }

  function sequence(): Sequence {
    const nodes: Node[] = [];
    while (at < source.length && source[at] !== ")" && source[at] !== "|") {
      const node = atom();
      if (node) nodes.push(quantified(node));
    }
    return nodes;
  }

  /** Undefined for what takes no character. */
  function atom(): Node | undefined {
    if (take(/\\[bB]|[$^]/y) !== undefined) return undefined;
    if (take(/\((?=\?<?[=!])/y) !== undefined) {
      take(/\?<?[=!]/y);
      alternatives();
      take(/\)/y);
      take(QUANTIFIER);
      return undefined;
    }
    if (take(/\((?:\?(?::|<\w+>))?/y) !== undefined) {
      const node: Node = { kind: "group", alternatives: alternatives() };
      take(/\)/y);
      return node;
    }
    const characters = take(
      /\[(?:\\.|[^\\\]])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c.|\\.|[^]/y,
    );
    return { kind: "characters", source: characters ?? "" };
  }

  function quantified(node: Node): Node {
    const text = take(QUANTIFIER);
    if (text === undefined) return node;
    const [, min = "0", comma, max] = /\{(\d+)(,?)(\d*)\}/.exec(text) ?? [];
    if (text.startsWith("{")) {
      return { kind: "repeat", of: node, min: Number(min), max: comma ? Number(max || Infinity) : Number(min) };
    }
    return { kind: "repeat", of: node, min: text.startsWith("+") ? 1 : 0, max: text.startsWith("?") ? 1 : Infinity };
  }

  return [{ kind: "group", alternatives: alternatives() }];
}

const QUANTIFIER = /[*+?]\??|\{\d+(?:,\d*)?\}\??/y;

/** One of each class that patterns tell apart. */
const CANDIDATES = Array.from("aA0_-. \t\n/:=+@\"'`\\{}<>()$,;|#!?*&~%[]^éЖ\u200b漢😀");
const MAX_PUMPS = 2;

const known = new Map<string, readonly string[]>();

function charactersOf(source: string, flags: string): readonly string[] {
  const key = `${flags} ${source}`;
  let found = known.get(key);
  if (found === undefined) {
    const one = new RegExp(`^(?:${source})$`, flags.replaceAll(/[gy]/g, ""));
    const own = Array.from(source).filter((character) => !CANDIDATES.includes(character));
    found = [...CANDIDATES, ...own].filter((character) => one.test(character));
    known.set(key, found);
  }
  return found;
}

/** The shortest text that a node takes, an optional one included. */
function sampleOf(node: Node, flags: string): string {
  if (node.kind === "characters")
    return /^\\[1-9]$/.test(node.source) ? "" : (charactersOf(node.source, flags)[0] ?? "");
  if (node.kind === "repeat") return sampleOf(node.of, flags).repeat(Math.max(1, node.min));
  return (node.alternatives[0] ?? []).map((part) => sampleOf(part, flags)).join("");
}

function pumpsOf(node: Node, flags: string): string[] {
  if (node.kind === "characters") return charactersOf(node.source, flags).slice(0, MAX_PUMPS);
  if (node.kind === "repeat") return [sampleOf(node, flags)];
  return node.alternatives.slice(0, MAX_PUMPS).map((parts) => parts.map((part) => sampleOf(part, flags)).join(""));
}

function* repetitions(parts: Sequence, flags: string, before = ""): Generator<Repetition> {
  let prefix = before;
  for (const node of parts) {
    if (node.kind === "repeat") {
      for (const pump of pumpsOf(node.of, flags)) yield { prefix, pump, max: node.max };
      yield* repetitions([node.of], flags, prefix);
    }
    if (node.kind === "group") for (const each of node.alternatives) yield* repetitions(each, flags, prefix);
    prefix += sampleOf(node, flags);
  }
  // A pattern without repetitions is tried at each place where it begins.
  yield { prefix: before, pump: prefix.slice(before.length), max: 1 };
}
