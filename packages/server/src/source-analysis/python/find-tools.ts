import { cleanDocstring } from "../evaluation/dedent.js";
import type { Evaluator } from "../evaluation/evaluator.js";
import type { Expansion } from "../evaluation/expansion.js";
import type { Expression } from "../evaluation/language.js";
import { lenientText, wholeText } from "../evaluation/to-json.js";
import { Environment, isType, type Thunk, type Value } from "../evaluation/values.js";
import type { Findings } from "../findings.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { lower } from "./lower.js";
import type { Mounts } from "./mounts.js";
import { describeFunction, docstringOf, explicitSchema } from "./tool-functions.js";

type Call = Extract<Expression, { kind: "call" }>;

/** Objects with a method `tool` that are not MCP servers. */
const OTHERS = /(?:agent|client|llm|chain|model|toolkit)s?$/iu;

const GENERATING = new Set(["from_openapi", "from_fastapi"]);

/** Finds the tools that servers of FastMCP and of the Python SDK offer. */
export class ToolFinder {
  readonly #evaluator: Evaluator;
  readonly #expansion: Expansion;
  readonly #findings: Findings;
  readonly #mounts: Mounts;
  readonly unresolved: SyntaxNode[] = [];

  constructor(evaluator: Evaluator, expansion: Expansion, findings: Findings, mounts: Mounts) {
    this.#evaluator = evaluator;
    this.#expansion = expansion;
    this.#findings = findings;
    this.#mounts = mounts;
  }

  find(): void {
    for (const tree of this.#evaluator.project.treesWith(
      ".tool",
      "add_tool",
      "Tool(",
      ".from_openapi(",
      ".from_fastapi(",
    ))
      for (const node of tree.root.descendants()) {
        if (node.kind === "decorator") this.#visitDecorator(node);
        else if (node.kind === "call") this.#visitCall(node);
      }
  }

  /** `@mcp.tool`, `@mcp.tool()`, `@mcp.tool("name")` */
  #visitDecorator(decorator: SyntaxNode): void {
    const [expression] = decorator.children;
    const fn = decorator.parent?.field("definition");
    if (!expression || fn?.kind !== "function_definition") return;
    const lowered = lower(expression);
    const method = lowered.kind === "call" ? lower(lowered.callee) : lowered;
    if (method.kind !== "member" || method.name !== "tool" || !this.#isServer(method.of)) return;
    const { args, named } = this.#given(lowered);
    this.#register(
      { name: named.get("name") ?? args[0], description: named.get("description"), fn, server: method.of },
      decorator,
    );
  }

  #visitCall(node: SyntaxNode): void {
    const call = lower(node);
    if (call.kind !== "call" || node.parent?.kind === "decorator") return;
    const method = lower(call.callee);
    if (method.kind === "member" && GENERATING.has(method.name))
      this.#findings.issue(node, "Makes tools from an API description when it runs, which are not listed");
    else if (method.kind === "member" && (method.name === "tool" || method.name === "add_tool"))
      this.#addTool(call, method, node);
    else if (method.kind === "call") this.#decorated(method, call, node);
    else if (/\bTool$/u.test(call.callee.text.slice(-20))) this.#definition(call, node);
  }

  /** `mcp.add_tool(fn, name="…")` and `mcp.tool(fn, name="…")` */
  #addTool(call: Call, method: Extract<Expression, { kind: "member" }>, node: SyntaxNode): void {
    if (!this.#isServer(method.of)) return;
    const { args, named } = this.#given(call);
    const [first] = args;
    if (!first) return;
    this.#evaluator.begin();
    const value = this.#evaluator.force(first);
    // `mcp.tool("name")` alone makes a decorator, which is found where it is used.
    if (typeof value === "string") return;
    // `Tool(…)` is a definition, which is found where it is written.
    if (isType(value, "call") && value.name === "Tool") return;
    const made = this.#madeOf(value);
    const name = named.get("name") ?? made.name ?? args[1];
    const description = named.get("description") ?? made.description;
    if (made.fn || name) this.#register({ name, description, fn: made.fn, server: method.of }, node);
    else this.#eachFunction(first, method.of, node);
  }

  /** `for fn in functions: mcp.add_tool(fn)` */
  #eachFunction(first: Thunk, server: SyntaxNode, node: SyntaxNode): void {
    const needed = (): Value => {
      const value = this.#evaluator.force(first);
      return isType(value, "function") ? value : undefined;
    };
    this.#expansion.each(needed, (value) => {
      if (isType(value, "function"))
        this.#register({ name: undefined, description: undefined, fn: value.node, server }, node);
      else this.unresolved.push(node);
    });
  }

  /** A function, or `Tool.from_function(fn, name="…")`. */
  #madeOf(value: Value): Pick<Registered, "fn" | "name" | "description"> {
    if (isType(value, "function")) return { fn: value.node, name: undefined, description: undefined };
    if (!isType(value, "call") || value.name !== "from_function")
      return { fn: undefined, name: undefined, description: undefined };
    const { args, named } = this.#evaluator.argumentsOf(value.args, value.env);
    const fn = this.#evaluator.force(args[0] ?? named.get("fn"));
    return {
      fn: isType(fn, "function") ? fn.node : undefined,
      name: named.get("name") ?? args[1],
      description: named.get("description"),
    };
  }

  /** `mcp.tool(name="…")(fn)` */
  #decorated(made: Call, call: Call, node: SyntaxNode): void {
    const method = lower(made.callee);
    if (method.kind !== "member" || method.name !== "tool" || !this.#isServer(method.of)) return;
    const { args, named } = this.#given(made);
    const target = call.args[0];
    if (!target) return;
    const name = named.get("name") ?? args[0];
    const needed = (): Value => {
      const value = this.#evaluator.evaluate(target.value);
      return isType(value, "function") ? value : undefined;
    };
    this.#expansion.each(needed, (value) => {
      const fn = isType(value, "function") ? value.node : undefined;
      if (fn || name) this.#register({ name, description: named.get("description"), fn, server: method.of }, node);
      else this.unresolved.push(node);
    });
  }

  /** `types.Tool(name="…", description="…", inputSchema={…})` */
  #definition(call: Call, node: SyntaxNode): void {
    const { named } = this.#given(call);
    const name = named.get("name");
    if (!name || !named.has("inputSchema") || !this.#isToolType(call.callee)) return;
    const needed = (): Value => wholeText(this.#evaluator.force(name));
    this.#expansion.each(needed, (value) => {
      if (typeof value !== "string") {
        if (!isCopied(name)) this.unresolved.push(node);
        return;
      }
      const docstring = lenientText(this.#evaluator.force(named.get("description"))) ?? "";
      const schema = explicitSchema(this.#evaluator, named.get("inputSchema"));
      const path = node.tree.path;
      this.#findings.tools.push({
        name: value,
        docstring: docstring.trim(),
        ...(schema ? { schema } : {}),
        path,
        place: node.place,
      });
    });
  }

  #isToolType(callee: SyntaxNode): boolean {
    const value = this.#evaluator.evaluate(callee);
    return isType(value, "external") && value.path.at(-1) === "Tool" && /^(?:mcp|fastmcp)\b/u.test(value.module);
  }

  #register(tool: Registered, node: SyntaxNode): void {
    const { name, fn } = tool;
    const needed = (): Value => (name ? wholeText(this.#evaluator.force(name)) : fn?.field("name")?.text);
    this.#expansion.each(needed, (value) => {
      if (typeof value === "string") this.#emit(value, tool, node);
      else if (isNone(name) && fn) this.#emit(fn.field("name")?.text ?? "", tool, node);
      else this.unresolved.push(node);
    });
  }

  #emit(name: string, { description, fn, server }: Registered, node: SyntaxNode): void {
    const described = fn ? describeFunction(this.#evaluator, fn) : undefined;
    const said = lenientText(this.#evaluator.force(description));
    const docstring = said ?? (fn ? docstringOf(this.#evaluator, fn) : undefined) ?? "";
    this.#findings.tools.push({
      name: this.#mounts.prefixed(server, name),
      docstring: cleanDocstring(docstring),
      ...described,
      path: node.tree.path,
      place: (fn ?? node).place,
    });
  }

  #given(expression: Expression): { args: Thunk[]; named: Map<string, Thunk> } {
    const args = expression.kind === "call" ? expression.args : [];
    return this.#evaluator.argumentsOf(args, Environment.EMPTY);
  }

  /** Whether the tool is added to an MCP server, or to something that may be one. */
  #isServer(receiver: SyntaxNode): boolean {
    if (OTHERS.test(receiver.text.slice(-40)) || receiver.text === "super()") return false;
    const value = this.#evaluator.evaluate(receiver);
    return !isType(value, "call") || !/agent|client|langchain/iu.test(value.name);
  }
}

interface Registered {
  readonly name: Thunk | undefined;
  readonly description: Thunk | undefined;
  readonly fn: SyntaxNode | undefined;
  readonly server: SyntaxNode;
}

const isNone = (thunk: Thunk | undefined): boolean =>
  thunk !== undefined && "node" in thunk && thunk.node.kind === "none";

/** `Tool(name=tool.name, …)` makes one tool of another. */
const isCopied = (name: Thunk): boolean =>
  "node" in name && /^\w+\.name$/u.test(name.node.text) && !name.node.text.startsWith("self.");
