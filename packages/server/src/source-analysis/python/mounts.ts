import type { Evaluator } from "../evaluation/evaluator.js";
import { Environment, isType, type Thunk, type Value } from "../evaluation/values.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { lower } from "./lower.js";

/** FastMCP servers that are mounted in another: their tools then have a prefix. */
export class Mounts {
  readonly #evaluator: Evaluator;
  readonly #prefixes = new Map<string, string>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    for (const tree of evaluator.project.treesWith(".mount(", ".import_server("))
      for (const node of tree.root.descendants()) if (node.kind === "call") this.#visit(node);
  }

  isMounted(server: Value): boolean {
    const key = keyOf(server);
    return key !== undefined && this.#prefixes.has(key);
  }

  prefixed(server: SyntaxNode, name: string): string {
    const key = keyOf(this.#evaluator.evaluate(server));
    const prefix = key === undefined ? undefined : this.#prefixes.get(key);
    return prefix === undefined || prefix === "" ? name : `${prefix}_${name}`;
  }

  /** `main.mount(server, prefix="…")`, `main.mount("prefix", server)` and `main.mount(server, namespace="…")` */
  #visit(node: SyntaxNode): void {
    const call = lower(node);
    const method = call.kind === "call" ? lower(call.callee) : undefined;
    if (call.kind !== "call" || method?.kind !== "member" || !/^(?:mount|import_server)$/u.test(method.name)) return;
    const { args, named } = this.#evaluator.argumentsOf(call.args, Environment.EMPTY);
    const given: (Thunk | undefined)[] = [
      ...args.slice(0, 2),
      ...["server", "prefix", "namespace"].map((name) => named.get(name)),
    ];
    const values = given.map((thunk) => this.#evaluator.force(thunk));
    const key = values.map(keyOf).find((each) => each !== undefined);
    const prefix = values.find((value) => typeof value === "string") ?? "";
    if (key !== undefined) this.#prefixes.set(key, prefix);
  }
}

/** A server is known by where it is made. */
function keyOf(value: Value): string | undefined {
  const isServer = isType(value, "instance") || (isType(value, "call") && /MCP$|^Server$/u.test(value.name));
  return isServer ? `${value.node.tree.path}#${value.node.id}` : undefined;
}
