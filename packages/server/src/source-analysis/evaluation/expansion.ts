import type { SyntaxNode } from "../syntax/syntax-tree.js";
import type { Evaluator, Unbound } from "./evaluator.js";
import { loopBound, parameterKey, selfKey } from "./keys.js";
import type { Argument } from "./language.js";
import { Environment, isType, type Thunk, type Value } from "./values.js";

/** A helper that registers tools for a helper for a helper. */
const MAX_DEPTH = 5;
const MAX_WAYS = 2000;
const ITERATES = new Set(["forEach", "map", "flatMap", "filter", "every"]);

/**
 * Tools are often registered by a function or a loop: `for (const tool of tools) server.tool(tool.name, …)`. Where what is needed
 * depends on parameters and loop variables, tries every way in which the repository calls the function or runs through the loop.
 */
export class Expansion {
  readonly #evaluator: Evaluator;
  readonly #sites = new Map<string, readonly CallSite[]>();
  #ways = 0;
  #origin: SyntaxNode | undefined;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** Where the way that is being used begins: the call of a helper, the element of a list, the class. */
  get origin(): SyntaxNode | undefined {
    return this.#origin;
  }

  /** `use` is called once per way, while the evaluator holds what belongs to it. */
  each(needed: () => Value, use: (value: Value) => void): void {
    this.#ways = 0;
    this.#origin = undefined;
    this.#each(needed, use, 0);
    this.#origin = undefined;
  }

  #each(needed: () => Value, use: (value: Value) => void, depth: number): void {
    this.#ways += 1;
    this.#evaluator.begin();
    const value = needed();
    const [blocker] = this.#evaluator.blockedBy.values();
    // A name with a default may still be another where somebody gives it.
    const isOpen = blocker !== undefined && (value === undefined || typeof value === "string");
    if (!isOpen || depth >= MAX_DEPTH || this.#ways > MAX_WAYS) {
      use(value);
      return;
    }
    let isUsed = false;
    this.#waysOf(blocker, depth, (assumed) => {
      isUsed = true;
      this.#assuming(assumed, () => this.#each(needed, use, depth + 1));
    });
    if (!isUsed) use(value);
  }

  #assuming(assumed: ReadonlyMap<string, Thunk>, work: () => void): void {
    const { assumptions } = this.#evaluator;
    const before = new Map(assumptions);
    for (const [key, thunk] of assumed) assumptions.set(key, thunk);
    work();
    assumptions.clear();
    for (const [key, thunk] of before) assumptions.set(key, thunk);
  }

  #waysOf(blocker: Unbound, depth: number, use: (assumed: ReadonlyMap<string, Thunk>) => void): void {
    if (blocker.kind === "loop")
      this.#elements(blocker.iterable, depth, (element, key) => use(loopBound(blocker.at, element, key)));
    else if (blocker.kind === "self") this.#subclasses(blocker.of, use);
    else this.#calls(blocker.fn, depth, use);
  }

  /** Tools are often classes, which one that they all extend registers. */
  #subclasses(of: SyntaxNode, use: (assumed: ReadonlyMap<string, Thunk>) => void): void {
    for (const node of subclassesOf(this.#evaluator, of)) {
      this.#origin = node;
      use(new Map([[selfKey(of), { value: { type: "class", node } }]]));
    }
  }

  #elements(iterable: SyntaxNode, depth: number, use: (element: Thunk, key?: Thunk) => void): void {
    const needed = (): Value => {
      const value = this.#evaluator.evaluate(iterable);
      return isType(value, "list") || isType(value, "object") ? value : undefined;
    };
    this.#each(
      needed,
      (value) => {
        if (isType(value, "list")) value.items.forEach((item, index) => use(item, { value: index }));
        else if (isType(value, "object"))
          for (const [key, thunk] of value.entries) use(this.#keyed(key, thunk), { value: key });
      },
      depth + 1,
    );
  }

  /** Python runs through the keys of a dictionary, Go through its values. */
  #keyed(key: string, thunk: Thunk): Thunk {
    return this.#evaluator.project.language.name === "python" ? { value: key } : thunk;
  }

  #calls(fn: SyntaxNode, depth: number, use: (assumed: ReadonlyMap<string, Thunk>) => void): void {
    const iterated = this.#iteratedBy(fn);
    if (iterated) {
      this.#elements(iterated, depth, (element) => use(this.#evaluator.bind(fn, [element])));
      return;
    }
    for (const { args, node } of this.#sitesOf(fn)) {
      this.#origin = node;
      const given = this.#evaluator.argumentsOf(args, Environment.EMPTY);
      use(new Map([...this.#missing(fn), ...this.#evaluator.bind(fn, given.args, given.named)]));
    }
  }

  /** What a call does not give is not known, rather than to be found elsewhere. */
  #missing(fn: SyntaxNode): (readonly [string, Thunk])[] {
    const { language } = this.#evaluator.project;
    return language.parameters(fn).map(({ name }) => [parameterKey(fn, name), { value: undefined }] as const);
  }

  /** What `tools` is in `tools.forEach(fn)`. */
  #iteratedBy(fn: SyntaxNode): SyntaxNode | undefined {
    const { language } = this.#evaluator.project;
    const call = fn.ancestor(language.callKinds);
    const lowered = call && language.lower(call);
    if (lowered?.kind !== "call" || !lowered.args.some(({ value }) => value.isSame(fn))) return undefined;
    const callee = language.lower(lowered.callee);
    return callee.kind === "member" && ITERATES.has(callee.name) ? callee.of : undefined;
  }

  #sitesOf(fn: SyntaxNode): readonly CallSite[] {
    const key = `${fn.tree.path}#${fn.id}`;
    const known = this.#sites.get(key);
    if (known) return known;
    const found = findCalls(this.#evaluator, fn).slice(0, MAX_WAYS);
    this.#sites.set(key, found);
    return found;
  }
}

const MAX_LEVELS = 4;

/** The classes that extend this one, also through others, and are not extended themselves. */
function subclassesOf(evaluator: Evaluator, of: SyntaxNode, level = 0): SyntaxNode[] {
  const { language } = evaluator.project;
  const name = language.definedName(of);
  if (name === undefined || level >= MAX_LEVELS) return [];
  const found: SyntaxNode[] = [];
  for (const tree of evaluator.project.treesWith(name))
    for (const node of tree.root.descendants()) {
      if (!language.classKinds.has(node.kind) || node.isSame(of)) continue;
      const isBelow = language.superclasses(node).some((above) => {
        const value = above.text.includes(name) ? evaluator.evaluate(above) : undefined;
        return isType(value, "class") && value.node.isSame(of);
      });
      if (!isBelow) continue;
      const further = subclassesOf(evaluator, node, level + 1);
      found.push(...(further.length > 0 ? further : [node]));
    }
  return found;
}

interface CallSite {
  readonly node: SyntaxNode;
  readonly args: readonly Argument[];
}

/** Where the repository calls this function, or makes an instance of the class that it is the constructor of. */
function findCalls(evaluator: Evaluator, fn: SyntaxNode): CallSite[] {
  const { language } = evaluator.project;
  const around = fn.ancestor(language.classKinds);
  const isConstructor = around !== undefined && language.constructorOf(around)?.isSame(fn) === true;
  const target = isConstructor ? around : fn;
  const name = language.definedName(target);
  if (name === undefined) return [];
  const sites: CallSite[] = [];
  for (const tree of evaluator.project.treesWith(`${name}(`, `${name}<`, `${name} (`))
    for (const node of tree.root.descendants()) {
      if (!language.callKinds.has(node.kind)) continue;
      const call = language.lower(node);
      if (call.kind !== "call" || !endsIn(call.callee, name)) continue;
      if (isCallOf(evaluator, call.callee, target)) sites.push({ node, args: call.args });
    }
  return sites;
}

function endsIn(callee: SyntaxNode, name: string): boolean {
  return callee.tree.text.startsWith(name, callee.end - name.length);
}

function isCallOf(evaluator: Evaluator, callee: SyntaxNode, target: SyntaxNode): boolean {
  const { language } = evaluator.project;
  const value = evaluator.evaluate(callee);
  if (isType(value, "function") || isType(value, "class")) return value.node.isSame(target);
  // What a method is called on is often a parameter: its own name then has to do.
  const isMethod = target.ancestor(language.classKinds) !== undefined;
  return value === undefined && isMethod && language.lower(callee).kind === "member";
}
