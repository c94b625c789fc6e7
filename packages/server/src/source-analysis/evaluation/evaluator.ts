import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { chosenBy, returnedBy } from "./branches.js";
import { callBuiltIn, callMethod } from "./built-ins.js";
import { combine, concatenated } from "./combine.js";
import type { Evaluating } from "./evaluating.js";
import type { Argument, Binding, Expression } from "./language.js";
import { loopBound, loopKey, nodeKey, parameterKey, selfKey } from "./keys.js";
import { memberOf } from "./members.js";
import type { Project } from "./project.js";
import { Environment, type FunctionValue, isType, type Thunk, type Value } from "./values.js";

/** Deeper than expressions that people write, and shallow enough for the stack. */
const MAX_DEPTH = 250;
const MAX_CALL_DEPTH = 12;
/** Constants can refer to each other so that their value doubles with every line. */
const MAX_STEPS = 200_000;

type UnboundName = Extract<Binding, { kind: "parameter" | "loop" }>;
/** A class whose own subclass decides what `this.name` is. */
export type Unbound = UnboundName | { readonly kind: "self"; readonly of: SyntaxNode };

/**
 * Works out what expressions are without running anything: constants, imports, functions that return what they are given. What it
 * does not understand is undefined, never a guess.
 */
export class Evaluator implements Evaluating {
  readonly project: Project;
  /** Parameters and loop variables that stood in the way of the last evaluation. */
  readonly blockedBy = new Map<string, Unbound>();
  /** What they are assumed to be meanwhile. */
  readonly assumptions = new Map<string, Thunk>();
  readonly #open = new Set<string>();
  #depth = 0;
  #steps = 0;

  constructor(project: Project) {
    this.project = project;
  }

  /** Everything that follows from one registration has its own budget. */
  begin(): void {
    this.#steps = 0;
    this.blockedBy.clear();
  }

  readonly evaluate = (node: SyntaxNode, env: Environment = Environment.EMPTY): Value => {
    this.#steps += 1;
    if (this.#depth >= MAX_DEPTH || this.#steps > MAX_STEPS) return undefined;
    this.#depth += 1;
    try {
      return this.#value(this.project.language.lower(node), node, env);
    } finally {
      this.#depth -= 1;
    }
  };

  readonly force = (thunk: Thunk | undefined): Value => {
    if (thunk === undefined) return undefined;
    return "node" in thunk ? this.evaluate(thunk.node, thunk.env) : thunk.value;
  };

  readonly member = (value: Value, name: string): Value => memberOf(this, value, name);

  /** Calls a function of the repository, which is to say: works out what it returns. */
  readonly apply = (fn: FunctionValue, args: readonly Thunk[], named?: ReadonlyMap<string, Thunk>): Value => {
    if (fn.env.depth > MAX_CALL_DEPTH) return undefined;
    return returnedBy(this, fn.node, new Environment(this.bind(fn.node, args, named), fn.env));
  };

  bind(fn: SyntaxNode, args: readonly Thunk[], named: ReadonlyMap<string, Thunk> = new Map()): Map<string, Thunk> {
    const bound = new Map<string, Thunk>();
    this.project.language.parameters(fn).forEach((parameter, index) => {
      const given = named.get(parameter.name) ?? args[index];
      const fallback = parameter.default && { node: parameter.default, env: Environment.EMPTY };
      const thunk = parameter.isRest ? { value: { type: "list" as const, items: args.slice(index) } } : given;
      const known = thunk ?? fallback;
      if (known) bound.set(parameterKey(fn, parameter.name), known);
    });
    return bound;
  }

  argumentsOf(args: readonly Argument[], env: Environment): { args: Thunk[]; named: Map<string, Thunk> } {
    const positional: Thunk[] = [];
    const named = new Map<string, Thunk>();
    for (const { name, value, isSpread } of args) {
      if (isSpread) positional.push(...(this.items(this.evaluate(value, env)) ?? []));
      else if (name === undefined) positional.push({ node: value, env });
      else named.set(name, { node: value, env });
    }
    return { args: positional, named };
  }

  items(value: Value): readonly Thunk[] | undefined {
    return isType(value, "list") ? value.items : undefined;
  }

  #value(expression: Expression, node: SyntaxNode, env: Environment): Value {
    switch (expression.kind) {
      case "literal":
        return expression.value;
      case "list":
        return this.#list(expression.items, env);
      case "object":
        return this.#object(expression, node, env);
      case "name":
        return this.#name(expression.name, node, env);
      case "member":
        return this.member(this.evaluate(expression.of, env), expression.name);
      case "index":
        return this.#index(this.evaluate(expression.of, env), this.evaluate(expression.at, env));
      case "call":
        return this.#call(expression, node, env);
      case "concat":
        return this.#concat(expression.parts, env);
      case "choice":
        return chosenBy(this, expression, env);
      case "map":
        return this.#map(expression, env);
      default:
        return this.#definition(expression.kind, node, env);
    }
  }

  #definition(kind: "function" | "class" | "self" | "unknown", node: SyntaxNode, env: Environment): Value {
    if (kind === "function") return { type: "function", node, env };
    if (kind === "class") return { type: "class", node };
    if (kind === "unknown") return undefined;
    if (env.self) return env.self;
    const around = node.ancestor(this.project.language.classKinds);
    if (!around) return undefined;
    const assumed = this.assumptions.get(selfKey(around));
    if (assumed) return this.force(assumed);
    this.blockedBy.set(selfKey(around), { kind: "self", of: around });
    return { type: "class", node: around };
  }

  #list(items: Extract<Expression, { kind: "list" }>["items"], env: Environment): Value {
    const thunks = items.flatMap(({ node, isSpread }): readonly Thunk[] =>
      isSpread ? (this.items(this.evaluate(node, env)) ?? []) : [{ node, env }],
    );
    return { type: "list", items: thunks };
  }

  #object({ entries, type }: Extract<Expression, { kind: "object" }>, node: SyntaxNode, env: Environment): Value {
    const known = new Map<string, Thunk>();
    let isPartial = false;
    for (const { key, value } of entries) {
      if (key === null) {
        const spread = this.evaluate(value, env);
        isPartial ||= !isType(spread, "object");
        if (isType(spread, "object")) for (const [name, thunk] of spread.entries) known.set(name, thunk);
      } else {
        const name = typeof key === "string" ? key : this.evaluate(key, env);
        if (typeof name === "string" || typeof name === "number") known.set(String(name), { node: value, env });
      }
    }
    return { type: "object", entries: known, node, isPartial, ...(type === undefined ? {} : { of: type }) };
  }

  #name(name: string, node: SyntaxNode, env: Environment): Value {
    const bindings = this.project.lookup(name, node);
    if (bindings.length === 0) return { type: "external", module: "", path: [name] };
    return this.resolve(bindings, node.tree.path, env);
  }

  resolve(bindings: readonly Binding[], from: string, env: Environment = Environment.EMPTY): Value {
    return combine(
      bindings.map((binding) => this.#binding(binding, from, env)),
      this.force,
    );
  }

  #binding(binding: Binding, from: string, env: Environment): Value {
    switch (binding.kind) {
      case "value":
        return this.#once(binding.node, env, () => this.pick(this.evaluate(binding.node, env), binding.path));
      case "append":
        return this.#once(binding.node, env, () => this.#appended(binding, env));
      case "definition":
        return this.evaluate(binding.node, env);
      case "import":
        return this.#imported(binding, from);
      default:
        return this.#unbound(binding, env);
    }
  }

  #appended({ node, isMany }: Extract<Binding, { kind: "append" }>, env: Environment): Value {
    if (!isMany) return { type: "list", items: [{ node, env }] };
    const value = this.evaluate(node, env);
    return isType(value, "list") ? value : undefined;
  }

  #unbound(binding: UnboundName, env: Environment): Value {
    const isParameter = binding.kind === "parameter";
    const key = isParameter ? parameterKey(binding.fn, binding.name) : loopKey(binding.at, binding.pick);
    const thunk = env.get(key) ?? this.assumptions.get(key);
    if (!thunk) {
      this.blockedBy.set(key, binding);
      return undefined;
    }
    const path = isParameter ? binding.path : binding.pick;
    return this.#once(
      isParameter ? binding.fn : binding.at,
      env,
      () => this.pick(this.force(thunk), Array.isArray(path) ? path : undefined),
      key,
    );
  }

  /** A name whose value depends on itself has none. */
  #once(node: SyntaxNode, env: Environment, work: () => Value, extra = ""): Value {
    const key = `${nodeKey(node)}@${env.id}${extra}`;
    if (this.#open.has(key)) return undefined;
    this.#open.add(key);
    try {
      return work();
    } finally {
      this.#open.delete(key);
    }
  }

  pick(value: Value, path: readonly (string | number)[] = []): Value {
    return path.reduce<Value>((found, step) => this.#index(found, step), value);
  }

  #imported({ module, name }: Extract<Binding, { kind: "import" }>, from: string): Value {
    const trees = this.project.resolve(from, module);
    if (name === "*" && trees.length > 0) return { type: "module", trees };
    for (const tree of trees) {
      const found = this.exported(tree.path, name);
      if (found !== undefined) return found;
    }
    const submodule = this.project.resolve(from, module.endsWith(".") ? module + name : `${module}.${name}`);
    if (submodule.length > 0) return { type: "module", trees: submodule };
    if (trees.length > 0) return undefined;
    return { type: "external", module, path: name === "*" || name === "default" ? [] : [name] };
  }

  /** What a file gives to those who import it, also where it only passes on what others give. */
  exported(path: string, name: string): Value {
    const tree = this.project.tree(path);
    if (!tree) return undefined;
    return this.#once(
      tree.root,
      Environment.EMPTY,
      () => {
        const bindings = this.project.exported(tree, name);
        if (bindings.length > 0) return this.resolve(bindings, path);
        for (const star of this.project.exported(tree, "*")) {
          if (star.kind !== "import") continue;
          for (const { path: other } of this.project.resolve(path, star.module)) {
            const found = this.exported(other, name);
            if (found !== undefined) return found;
          }
        }
        return undefined;
      },
      name,
    );
  }

  #index(value: Value, at: Value): Value {
    if (isType(value, "list") && typeof at === "number") return this.force(value.items[at]);
    return typeof at === "string" ? this.member(value, at) : undefined;
  }

  #call({ callee, args }: Extract<Expression, { kind: "call" }>, node: SyntaxNode, env: Environment): Value {
    const { language } = this.project;
    const target = language.lower(callee);
    const receiver = target.kind === "member" ? this.evaluate(target.of, env) : undefined;
    const fn = target.kind === "member" ? this.member(receiver, target.name) : this.evaluate(callee, env);
    const name = target.kind === "member" || target.kind === "name" ? target.name : "";
    const given = this.argumentsOf(args, env);
    if (isType(fn, "function")) return this.apply(fn, given.args, given.named);
    if (isType(fn, "class")) return { type: "instance", of: fn, args, env, node };
    const built =
      callMethod(this, { receiver, name, args: given.args }) ?? callBuiltIn(this, { fn, name, args: given.args });
    return built ?? { type: "call", name, callee: fn, receiver, args, env, node };
  }

  #map({ element, iterable, at }: Extract<Expression, { kind: "map" }>, env: Environment): Value {
    const items = this.items(this.evaluate(iterable, env));
    if (!items) return undefined;
    const mapped = items.map((item): Thunk => ({ node: element, env: new Environment(loopBound(at, item), env) }));
    return { type: "list", items: mapped };
  }

  #concat(parts: readonly (string | SyntaxNode)[], env: Environment): Value {
    const values = parts.map((part) => (typeof part === "string" ? part : this.evaluate(part, env)));
    return concatenated(values);
  }
}
