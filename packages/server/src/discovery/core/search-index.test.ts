import { describe, expect, test } from "vitest";
import { SearchIndex, type Searchable } from "./search-index.js";

const item = (name: string, description: string, more: Partial<Searchable> = {}): Searchable => ({
  id: name,
  name,
  otherNames: [`acme/${name}`],
  description,
  queries: [],
  tools: [],
  tags: [],
  ...more,
});

const POSTGRES = item("mcp-server-postgres", "Runs read-only SQL statements.");
const WEATHER = item("skies", "Tells what it is like outside.", {
  tools: [{ name: "getWeather", description: "Conditions in a city" }],
});
const TERRAFORM = item("infra-planner", "Plans Terraform modules and shows drift.");
const MAIL = item("Mail Room", "Sorts an inbox and drafts answers.");
const ALL = [POSTGRES, WEATHER, TERRAFORM, MAIL];

function indexOf(items: readonly Searchable[]): SearchIndex<Searchable> {
  const index = new SearchIndex<Searchable>();
  for (const one of items) index.put(one);
  return index;
}

const found = (index: SearchIndex<Searchable>, text: string): string[] =>
  index
    .search({ text }, () => true)
    .toSorted((a, b) => b.score - a.score)
    .map((hit) => hit.item.name);

/** A vector like those of models: no number stands out. The same `direction` gives the same, but for a little noise. */
function pointing(direction: number, noise = 0, length = 640): Float32Array {
  const numbers = Float32Array.from({ length }, (_, at) => {
    const own = Math.sin((direction + 1) * (at + 1) * 12.9898) * 43_758.5453;
    const other = Math.sin((noise + 1) * (at + 1) * 78.233) * 43_758.5453;
    return own - Math.floor(own) - 0.5 + (noise === 0 ? 0 : 0.3 * (other - Math.floor(other) - 0.5));
  });
  const size = Math.hypot(...numbers);
  return numbers.map((number) => number / size);
}

describe("by words", () => {
  const index = indexOf(ALL);
  test.each([
    ["terraform", "infra-planner"],
    ["postgers", "mcp-server-postgres"],
    ["what is the weather", "skies"],
    ["postgresql statement", "mcp-server-postgres"],
    ["drafting an answer", "Mail Room"],
    ["WEATHER", "skies"],
  ])("%s finds %s first", (text, name) => expect(found(index, text)[0]).toBe(name));

  test.each(["asdf qwer zxcv", "the of and", "", "???", "volcano"])("%j finds nothing", (text) => {
    expect(index.search({ text, vector: pointing(3) }, () => true)).toEqual([]);
  });

  test.each([
    ["drift", "infra-planner"],
    ["DRIFT modules", "infra-planner"],
    ["inbox answers", "Mail Room"],
  ])("an item with all of %j comes before those that only mean something similar", (text, name) => {
    const distant = indexOf(ALL);
    const [asked, other] = [pointing(5), pointing(9)];
    const [far, near] = [0, 0.4].map((share) => other.map((number, at) => number + share * (asked[at] ?? 0)));
    for (const each of ALL) distant.setVectors(each.id, [(each.name === name ? far : near) ?? asked]);
    const hits = distant.search({ text, vector: asked }, () => true).toSorted((a, b) => b.score - a.score);
    expect(hits.map((hit) => hit.item.name)[0]).toBe(name);
    expect(hits).toHaveLength(ALL.length);
  });

  test("an item is found by its ID, and as if by its name", () => {
    const withIds = indexOf(ALL.map((each, at) => ({ ...each, id: `0b0f7f5e-0000-4000-8000-00000000000${at}` })));
    const exact = (id?: string) =>
      withIds
        .search({ text: "urn:air:example.com:mcp:x", id }, () => true)
        .flatMap((hit) => (hit.score === 100 ? [hit.item.name] : []));
    expect(exact("0b0f7f5e-0000-4000-8000-000000000001")).toEqual(["skies"]);
    expect(exact("nothing")).toEqual([]);
  });

  test("a word that is being typed finds what it may become", () => {
    expect(found(indexOf(ALL), "post")).toEqual(["mcp-server-postgres"]);
    expect(found(indexOf(ALL), "post office")).toEqual([]);
  });

  test("says which of the question's own words matched", () => {
    const [hit] = index.search({ text: "Show the WEATHER please" }, () => true);
    expect(hit?.matchedOn).toEqual(["weather"]);
  });
});

describe("a score", () => {
  test.each(["Mail Room", "mail-room", "MAILROOM", "acme/mail room"])("is 100 for the exact name %s", (text) => {
    const certain = indexOf(ALL)
      .search({ text }, () => true)
      .filter(({ score }) => score === 100);
    expect(certain).toMatchObject([{ item: MAIL }]);
  });

  test("is 100 for names of signs and of letters with signs only if they are the same", () => {
    const index = indexOf([item("C#", "A"), item("C++", "B"), item("🚀", "Lift-off"), item("+++", "D")]);
    const exact = (text: string) =>
      index.search({ text }, () => true).flatMap((hit) => (hit.score === 100 ? [hit.item.name] : []));
    expect(["C#", "c++", "C", "🚀", "+++", "F#"].map(exact)).toEqual([["C#"], ["C++"], [], ["🚀"], ["+++"], []]);
  });

  test("is a whole number from 1 to 99 for anything else", () => {
    for (const text of ["mail", "mail room inbox sorts drafts answers mail room", "terraform drift", "city"]) {
      for (const { score } of indexOf(ALL).search({ text }, () => true)) {
        expect(Number.isInteger(score) && score >= 1 && score <= 99).toBe(true);
      }
    }
  });

  test("depends on nothing but the question and the item", () => {
    const alone = indexOf([TERRAFORM]);
    const crowded = indexOf([
      TERRAFORM,
      ...Array.from({ length: 500 }, (_, at) => item(`terraform-${at}`, "Another drift of Terraform modules.")),
    ]);
    for (const index of [alone, crowded]) index.setVectors(TERRAFORM.id, [pointing(3)]);
    const scoreIn = (index: SearchIndex<Searchable>): number | undefined =>
      index.search({ text: "terraform drift", vector: pointing(3) }, () => true).find((hit) => hit.item === TERRAFORM)
        ?.score;
    expect(scoreIn(crowded)).toBe(scoreIn(alone));
    expect(scoreIn(alone)).toBeGreaterThan(1);
  });
});

describe("by vectors", () => {
  test("finds an item that shares no word with the question", () => {
    const index = indexOf(ALL);
    ALL.forEach(({ id }, at) => index.setVectors(id, [pointing(at * 10)]));
    const hits = index.search({ text: "cloud resources", vector: pointing(20) }, () => true);
    expect(hits).toMatchObject([{ item: TERRAFORM, matchedOn: [] }]);
  });

  test("an item whose text changed is no longer found by its old vectors", () => {
    const index = indexOf(ALL);
    index.setVectors(MAIL.id, [pointing(5)]);
    index.put({ ...MAIL });
    expect(index.search({ text: "post office", vector: pointing(5) }, () => true)).toHaveLength(1);
    index.put({ ...MAIL, description: "Something else." });
    expect(index.search({ text: "post office", vector: pointing(5) }, () => true)).toEqual([]);
  });

  test("a next page is as of the first: what got its vectors since is found by its words, as it was then", () => {
    const index = indexOf(ALL);
    index.setVectors(MAIL.id, [pointing(5)], 1);
    const ask = (asOf?: number): unknown =>
      index
        .search({ text: "terraform mail", vector: pointing(5), ...(asOf === undefined ? {} : { asOf }) }, () => true)
        .map(({ item: { id }, score }) => [id, score]);
    const first = ask(2);
    index.setVectors(TERRAFORM.id, [pointing(5)], 3);
    // Read again, because something else of the item changed, they are not newer.
    index.setVectors(MAIL.id, [pointing(5)], 4);
    expect(ask(2)).toEqual(first);
    expect(ask()).not.toEqual(first);
    for (let at = 0; at < 2100; at += 1) index.put(item(`passing-${at}`, "Soon gone."));
    for (let at = 0; at < 2100; at += 1) index.remove(`passing-${at}`);
    expect(ask(2)).toEqual(first);
  });

  const findsMail = (index: SearchIndex<Searchable>, length: number): void => {
    const vector = pointing(5, 0, length);
    index.setVectors(MAIL.id, [pointing(5, 1, length)]);
    index.setVectors(WEATHER.id, [vector.map((number) => -number)]);
    expect(index.search({ text: "post office", vector }, () => true)).toMatchObject([{ item: MAIL }]);
  };

  test.each([100, 384, 385, 640, 768, 1536, 4096])("vectors of %i numbers are compared", (length) => {
    findsMail(indexOf(ALL), length);
  });

  test("when all are gone, those of another model may have another length", () => {
    const index = indexOf(ALL);
    for (const length of [384, 1536, 100]) {
      findsMail(index, length);
      for (const { id } of ALL) index.setVectors(id, []);
      expect(index.search({ text: "post office", vector: pointing(5, 0, length) }, () => true)).toEqual([]);
    }
  });
});

describe("who may see what", () => {
  test("a filter loses nothing, however many others are nearer", () => {
    const many = Array.from({ length: 3000 }, (_, at) => item(`one-${at}`, "Plans modules."));
    const index = indexOf([...many, TERRAFORM]);
    many.forEach(({ id }, at) => index.setVectors(id, [pointing(3, at % 50)]));
    index.setVectors(TERRAFORM.id, [pointing(3, 9999)]);
    const only = (one: Searchable): boolean => one === TERRAFORM;
    expect(index.search({ text: "cloud resources", vector: pointing(3) }, only)).toHaveLength(1);
    expect(index.search({ text: "modules", vector: pointing(3) }, only)).toHaveLength(1);
  });

  describe("of many thousands", () => {
    const [asked, ...others] = Array.from({ length: 41 }, (_, at) => pointing(at));
    const many = Array.from({ length: 24_000 }, (_, at) =>
      item(`one-${at}`, at % 7 === 0 ? "Plans modules." : "Other."),
    );
    /** From across to what sentences about the same are at most, evenly. */
    const vectors = many.map((_, at) =>
      (asked ?? new Float32Array()).map((n, place) => (at % 997) * n + 1200 * (others[at % 40]?.[place] ?? 0)),
    );
    const indexed = (every: number): SearchIndex<Searchable> => {
      const index = indexOf(many.filter((_, at) => at % every === 0));
      vectors.forEach((vector, at) => index.setVectors(`one-${at}`, [vector]));
      return index;
    };
    const ask = (index: SearchIndex<Searchable>, passes: (one: Searchable) => boolean): [string, number][] =>
      index
        .search({ text: "modules for the cloud", ...(asked && { vector: asked }) }, passes)
        .map(({ item: { id }, score }): [string, number] => [id, score])
        .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    const whole = indexed(1);

    test("whoever may see some finds what an index of those alone would find", () => {
      const seen = ask(whole, ({ id }) => Number(id.slice(4)) % 16 === 0);
      expect(seen).toEqual(ask(indexed(16), () => true));
      expect(seen.length).toBeGreaterThanOrEqual(1000);
    });

    test("the best are found among thousands that would do", () => {
      const parts = Array.from({ length: 16 }, (_, part) => ask(whole, ({ id }) => Number(id.slice(4)) % 16 === part));
      const best = parts.flat().toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
      const all = ask(whole, () => true);
      expect(all.slice(0, 200)).toEqual(best.slice(0, 200));
      expect(all.length).toBeLessThan(best.length / 4);
    });
  });
});

test("what is removed is gone, and what is left is found as before, whatever is tidied up on the way", () => {
  const many = Array.from({ length: 2500 }, (_, at) => item(`tool${at}x`, `Number${at} of Terraform.`));
  const index = indexOf(many);
  many.forEach(({ id }, at) => index.setVectors(id, [pointing(at % 640, at), pointing((at + 1) % 640, at)]));
  const last = many.at(-1);
  const ask = (): unknown =>
    index
      .search({ text: "number2499 volcano", vector: pointing(2499 % 640, 2499) }, ({ id }) => id === last?.id)
      .map(({ item: { id }, score }) => [id, score]);
  const before = ask();
  for (const { id } of many.slice(0, 2400)) index.remove(id);
  expect(ask()).toEqual(before);
  expect(before).toHaveLength(1);
  expect(index.size).toBe(100);
  expect(found(index, "terraform")).toHaveLength(100);
  expect(found(index, "tool7x")).toEqual([]);
});

describe("words found ahead of the vector", () => {
  const vector = pointing(3);
  const text = "terraform drift";
  function indexed(): SearchIndex<Searchable> {
    const index = indexOf(ALL);
    index.setVectors(TERRAFORM.id, [vector]);
    return index;
  }
  const scores = (index: SearchIndex<Searchable>, words = index.findWords(text)): [string, number][] =>
    index.search({ text, words, vector }, () => true).map(({ item: { name }, score }) => [name, score]);

  test("find the same", () => {
    const index = indexed();
    const expected = index.search({ text, vector }, () => true).map(({ item: { name }, score }) => [name, score]);
    expect(scores(index)).toEqual(expected);
    // The next question has them ahead too, and nothing of the last one's.
    expect(index.search({ text: "weather", words: index.findWords("weather") }, () => true)).toMatchObject([
      { item: WEATHER },
    ]);
    expect(scores(index)).toEqual(expected);
  });

  test("are found anew when items have come or gone since", () => {
    const index = indexed();
    const words = index.findWords(text);
    index.remove(TERRAFORM.id);
    index.put(item("drift-watch", "Watches Terraform for drift."));
    expect(scores(index, words).map(([name]) => name)).toEqual(["drift-watch"]);
  });

  test("are those of one question at a time", () => {
    const index = indexed();
    const words = index.findWords(text);
    expect(index.findWords("weather")).toBeUndefined();
    expect(found(index, "weather")).toEqual(["skies"]);
    expect(scores(index, words).map(([name]) => name)).toEqual(["infra-planner"]);
    expect(index.findWords("weather")).toBeDefined();
  });
});
