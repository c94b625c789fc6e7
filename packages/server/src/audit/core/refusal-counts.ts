/** Refusals of one kind to one person or address. */
export interface Tally<Sample> {
  /** The first of them. */
  readonly sample: Sample;
  /** All of them; or the rest of one subject; or the rest of everyone. */
  readonly scope: "kind" | "subject" | "everyone";
  count: number;
  firstAt: Date;
  lastAt: Date;
  /** Some of what they were about. */
  readonly paths: Set<string>;
  /** Whether the first has a record of its own. */
  isRecorded: boolean;
}

export interface Refusal<Sample> {
  /** Who was refused. */
  readonly subject: string;
  /** What was refused, and how. */
  readonly kind: string;
  readonly path: string;
  readonly at: Date;
  readonly sample: Sample;
}

export interface RefusalLimits {
  /** Tallies at once. What comes beyond it is counted together. */
  readonly maxTallies: number;
  /** Of one subject, so that nobody uses up the room of all others to hide among them. */
  readonly maxPerSubject: number;
  /** Paths that a tally names. */
  readonly maxPaths: number;
}

export interface RefusalCounts<Sample> {
  /** The tally that the refusal is counted in, and whether it is the first there. */
  add(refusal: Refusal<Sample>): { readonly tally: Tally<Sample>; readonly isFirst: boolean };
  /** Every tally, which ends here. */
  take(): [key: string, tally: Tally<Sample>][];
  /** Tallies that could not be recorded are counted on. */
  putBack(taken: readonly [key: string, tally: Tally<Sample>][]): void;
}

const EVERYONE = "*";

/** Counts rejected calls in bounded memory, regardless of the number of callers and calls. */
export function createRefusalCounts<Sample>(limits: RefusalLimits): RefusalCounts<Sample> {
  let tallies = new Map<string, Tally<Sample>>();
  let kindsOf = new Map<string, number>();

  const placeOf = ({ subject, kind }: Pick<Refusal<Sample>, "subject" | "kind">): [string, Tally<Sample>["scope"]] => {
    const [own, rest] = [`${subject} ${kind}`, `${subject} *`];
    if (tallies.has(own)) return [own, "kind"];
    const isSubjectFull = (kindsOf.get(subject) ?? 0) >= limits.maxPerSubject;
    if (isSubjectFull && tallies.has(rest)) return [rest, "subject"];
    if (tallies.size >= limits.maxTallies) return [EVERYONE, "everyone"];
    return isSubjectFull ? [rest, "subject"] : [own, "kind"];
  };

  const add: RefusalCounts<Sample>["add"] = (refusal) => {
    const [key, scope] = placeOf(refusal);
    const known = tallies.get(key);
    const { sample, at, subject } = refusal;
    const tally = known ?? {
      sample,
      scope,
      count: 0,
      firstAt: at,
      lastAt: at,
      paths: new Set<string>(),
      isRecorded: false,
    };
    if (!known) tallies.set(key, tally);
    if (!known && scope === "kind") kindsOf.set(subject, (kindsOf.get(subject) ?? 0) + 1);
    tally.count += 1;
    tally.lastAt = at;
    if (tally.paths.size < limits.maxPaths) tally.paths.add(refusal.path);
    return { tally, isFirst: !known };
  };

  return {
    add,
    take() {
      const taken = [...tallies];
      tallies = new Map();
      kindsOf = new Map();
      return taken;
    },
    putBack(taken) {
      for (const [key, tally] of taken) {
        // Beyond the bound there is one that takes any number.
        const place = tallies.has(key) || tallies.size < limits.maxTallies ? key : EVERYONE;
        const newer = tallies.get(place);
        if (!newer) {
          tallies.set(place, place === key ? tally : { ...tally, scope: "everyone" });
          continue;
        }
        newer.count += tally.count;
        if (tally.firstAt < newer.firstAt) newer.firstAt = tally.firstAt;
        if (tally.lastAt > newer.lastAt) newer.lastAt = tally.lastAt;
        newer.isRecorded &&= tally.isRecorded;
      }
    },
  };
}
