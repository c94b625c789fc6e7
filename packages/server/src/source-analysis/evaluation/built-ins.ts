import { dedent } from "./dedent.js";
import type { Evaluating } from "./evaluating.js";
import { isType, isTyped, type ListValue, type ObjectValue, type Thunk, type Value } from "./values.js";

interface MethodCall {
  readonly receiver: Value;
  readonly name: string;
  readonly args: readonly Thunk[];
}

type Method<T> = (evaluator: Evaluating, receiver: T, args: readonly Thunk[]) => Value;

const list = (items: readonly Thunk[]): ListValue => ({ type: "list", items });
const given = (value: Value): Thunk => ({ value });

const TEXT_METHODS: Readonly<Record<string, (text: string) => string>> = {
  trim: (text) => text.trim(),
  strip: (text) => text.trim(),
  trimStart: (text) => text.trimStart(),
  lstrip: (text) => text.trimStart(),
  trimEnd: (text) => text.trimEnd(),
  rstrip: (text) => text.trimEnd(),
  toString: (text: string) => text,
  lower: (text) => text.toLowerCase(),
  toLowerCase: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  toUpperCase: (text) => text.toUpperCase(),
};

const keepsItems: Method<ListValue> = (_, receiver) => receiver;

function mapped(evaluator: Evaluating, { items }: ListValue, args: readonly Thunk[]): Thunk[] | undefined {
  const fn = evaluator.force(args[0]);
  if (!isType(fn, "function")) return undefined;
  return items.map((item, index) => given(evaluator.apply(fn, [item, given(index)])));
}

const LIST_METHODS: Readonly<Record<string, Method<ListValue>>> = {
  // Which tools are filtered out is only known when the program runs: they are all offered by it.
  filter: keepsItems,
  slice: keepsItems,
  sort: keepsItems,
  toSorted: keepsItems,
  reverse: keepsItems,
  values: keepsItems,
  copy: keepsItems,
  map: (evaluator, receiver, args) => {
    const items = mapped(evaluator, receiver, args);
    return items && list(items);
  },
  flatMap: (evaluator, receiver, args) => {
    const items = mapped(evaluator, receiver, args);
    return items && list(flattened(evaluator, items));
  },
  flat: (evaluator, { items }) => list(flattened(evaluator, items)),
  concat: (evaluator, { items }, args) => list([...items, ...flattened(evaluator, args)]),
  join: (evaluator, { items }, args) => joined(evaluator, items, evaluator.force(args[0]) ?? ","),
};

function flattened(evaluator: Evaluating, items: readonly Thunk[]): Thunk[] {
  return items.flatMap((item): readonly Thunk[] => {
    const value = evaluator.force(item);
    return isType(value, "list") ? value.items : [given(value)];
  });
}

function joined(evaluator: Evaluating, items: readonly Thunk[], separator: Value): Value {
  const texts = items.map((item) => evaluator.force(item));
  if (typeof separator !== "string" || !texts.some((text) => typeof text === "string")) return undefined;
  const joinedText = texts.map((text) => (isTyped(text) || text === undefined ? "…" : String(text))).join(separator);
  const isWhole = texts.every((text) => !isTyped(text) && text !== undefined);
  return isWhole ? joinedText : { type: "partial", text: joinedText };
}

const OBJECT_METHODS: Readonly<Record<string, Method<ObjectValue>>> = {
  values: (_, { entries }) => list([...entries.values()]),
  keys: (_, { entries }) => list([...entries.keys()].map(given)),
  items: (_, object) => entriesOf(object),
  entries: (_, object) => entriesOf(object),
  get: (evaluator, { entries }, args) => {
    const key = evaluator.force(args[0]);
    return typeof key === "string" ? evaluator.force(entries.get(key)) : undefined;
  },
};

const entriesOf = ({ entries }: ObjectValue): ListValue =>
  list([...entries].map(([key, thunk]) => given(list([given(key), thunk]))));

/** Methods of texts, lists and objects that every program has. */
export function callMethod(evaluator: Evaluating, { receiver, name, args }: MethodCall): Value {
  if (typeof receiver === "string" || isType(receiver, "partial"))
    return callOnText(evaluator, { receiver, name, args });
  if (isType(receiver, "list")) return own(LIST_METHODS, name)?.(evaluator, receiver, args);
  if (isType(receiver, "object")) return own(OBJECT_METHODS, name)?.(evaluator, receiver, args);
  return undefined;
}

function callOnText(evaluator: Evaluating, { receiver, name, args }: MethodCall): Value {
  if (name === "join" && typeof receiver === "string") {
    const items = evaluator.force(args[0]);
    return isType(items, "list") ? joined(evaluator, items.items, receiver) : undefined;
  }
  if (name === "format" || name === "replace" || name === "replaceAll")
    return { type: "partial", text: typeof receiver === "string" ? receiver : "" };
  const method = own(TEXT_METHODS, name);
  return method && onText(receiver, method);
}

function onText(value: Value, method: (text: string) => string): Value {
  if (typeof value === "string") return method(value);
  return isType(value, "partial") ? { type: "partial", text: method(value.text) } : undefined;
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

type Function = (evaluator: Evaluating, args: readonly Thunk[]) => Value;
const first: Function = (evaluator, args) => evaluator.force(args[0]);

/** Functions by what they are called after: the last two names of their path, or the last. */
const FUNCTIONS: Readonly<Record<string, Function>> = {
  "Object.freeze": first,
  "Object.values": (evaluator, args) => valuesOf(evaluator, first(evaluator, args)),
  "Object.keys": (evaluator, args) =>
    onObject(first(evaluator, args), ({ entries }) => list([...entries.keys()].map(given))),
  "Object.entries": (evaluator, args) => onObject(objectOf(evaluator, first(evaluator, args)), entriesOf),
  "Object.fromEntries": (evaluator, args) => objectFrom(evaluator, first(evaluator, args)),
  "Object.assign": (evaluator, args) => assigned(evaluator, args),
  "Array.from": first,
  "Promise.resolve": first,
  "Promise.all": first,
  Set: first,
  Map: (evaluator, args) => objectFrom(evaluator, first(evaluator, args)),
  String: first,
  str: first,
  list: first,
  tuple: first,
  sorted: first,
  dict: first,
  "textwrap.dedent": (evaluator, args) => onText(first(evaluator, args), dedent),
  dedent: (evaluator, args) => onText(first(evaluator, args), dedent),
  "inspect.cleandoc": (evaluator, args) => onText(first(evaluator, args), (text) => dedent(text).trim()),
  cleandoc: (evaluator, args) => onText(first(evaluator, args), (text) => dedent(text).trim()),
  "strings.TrimSpace": (evaluator, args) => onText(first(evaluator, args), (text) => text.trim()),
  "strings.Join": (evaluator, args) => {
    const items = first(evaluator, args);
    return isType(items, "list") ? joined(evaluator, items.items, evaluator.force(args[1])) : undefined;
  },
  "fmt.Sprintf": (evaluator, args) => formatted(evaluator, args),
  "ToolSchema.parse": first,
  append: (evaluator, args) => list([...flattened(evaluator, args.slice(0, 1)).filter(isKnown), ...args.slice(1)]),
};

const isKnown = (thunk: Thunk): boolean => "node" in thunk || thunk.value !== undefined;

const onObject = (value: Value, use: (object: ObjectValue) => Value): Value =>
  isType(value, "object") ? use(value) : undefined;

function valuesOf(evaluator: Evaluating, value: Value): Value {
  return isType(value, "list")
    ? value
    : onObject(objectOf(evaluator, value), ({ entries }) => list([...entries.values()]));
}

/** A module is an object of what it exports. */
function objectOf(evaluator: Evaluating, value: Value): Value {
  if (!isType(value, "module")) return value;
  const entries = value.trees.flatMap((tree) =>
    evaluator.project
      .exportedNames(tree)
      .filter((name) => name !== "*")
      .map((name) => [name, given(evaluator.exported(tree.path, name))] as const),
  );
  return { type: "object", entries: new Map(entries) };
}

function objectFrom(evaluator: Evaluating, pairs: Value): Value {
  if (!isType(pairs, "list")) return isType(pairs, "object") ? pairs : undefined;
  const entries = new Map<string, Thunk>();
  for (const pair of pairs.items) {
    const [key, value] = asList(evaluator.force(pair));
    const name = evaluator.force(key);
    if (typeof name === "string" && value) entries.set(name, value);
  }
  return { type: "object", entries };
}

const asList = (value: Value): readonly Thunk[] => (isType(value, "list") ? value.items : []);

function assigned(evaluator: Evaluating, args: readonly Thunk[]): Value {
  const objects = args.map((arg) => evaluator.force(arg)).filter((value) => isType(value, "object"));
  return { type: "object", entries: new Map(objects.flatMap(({ entries }) => [...entries])) };
}

function formatted(evaluator: Evaluating, [pattern, ...args]: readonly Thunk[]): Value {
  const text = evaluator.force(pattern);
  if (typeof text !== "string") return undefined;
  let isWhole = true;
  let next = 0;
  const filled = text.replaceAll(/%[a-z]/gu, () => {
    const value = evaluator.force(args[next]);
    next += 1;
    if (typeof value === "string" || typeof value === "number") return String(value);
    isWhole = false;
    return "…";
  });
  return isWhole ? filled : { type: "partial", text: filled };
}

/** Functions of standard libraries that keep or rearrange what they are given. */
export function callBuiltIn(
  evaluator: Evaluating,
  { fn, name, args }: { fn: Value; name: string; args: readonly Thunk[] },
): Value {
  if (!isType(fn, "external")) return fn === undefined ? translated(evaluator, args) : undefined;
  const path = [...fn.module.split(/[./]/u).slice(-1), ...fn.path].filter((part) => part !== "");
  const known = own(FUNCTIONS, path.slice(-2).join(".")) ?? own(FUNCTIONS, name);
  return known?.(evaluator, args);
}

/** `t("TOOL_DESCRIPTION", "The default")`: helpers that translate are parameters, and say the default themselves. */
function translated(evaluator: Evaluating, args: readonly Thunk[]): Value {
  if (args.length !== 2) return undefined;
  const key = evaluator.force(args[0]);
  const text = isType(key, "partial") ? key.text : key;
  return typeof text === "string" && /^[A-Z][A-Z0-9_…]*$/u.test(text) ? evaluator.force(args[1]) : undefined;
}
