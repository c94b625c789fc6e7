import type { Evaluator } from "../evaluation/evaluator.js";
import type { Expansion } from "../evaluation/expansion.js";
import type { Argument } from "../evaluation/language.js";
import { lenientText } from "../evaluation/to-json.js";
import { isType, type ObjectValue, type Thunk, type Value } from "../evaluation/values.js";
import type { Findings } from "../findings.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { toolShapes } from "./tool-shapes.js";
import { inputSchema } from "./zod.js";

export interface Registration {
  readonly node: SyntaxNode;
  readonly receiver: SyntaxNode;
  readonly args: readonly Argument[];
}

type Register = (finder: ToolFinder, registration: Registration) => void;

const REGISTERING: Readonly<Record<string, Register>> = {
  tool: (finder, registration) => finder.positional(registration),
  registerTool: (finder, registration) => finder.positional(registration),
  registerToolTask: (finder, registration) => finder.positional(registration),
  addTool: (finder, registration) => finder.definition(registration),
  addTools: (finder, registration) => finder.definitions(registration),
  setRequestHandler: (finder, registration) => finder.listHandler(registration),
};

/** Objects with methods of these names that are not MCP servers. */
const OTHERS = /(?:agent|client|yargs|program|langchain|llm|chain|model)s?$/iu;
const SCHEMA_NAMES = ["inputSchema", "parameters", "paramsSchema", "input", "schema", "input_schema"];

/** Finds the tools that servers of the TypeScript SDK and of FastMCP for TypeScript offer. */
export class ToolFinder {
  readonly #evaluator: Evaluator;
  readonly #expansion: Expansion;
  readonly #findings: Findings;
  /** Registrations that say there are tools, and not which. */
  readonly unresolved: SyntaxNode[] = [];

  constructor(evaluator: Evaluator, expansion: Expansion, findings: Findings) {
    this.#evaluator = evaluator;
    this.#expansion = expansion;
    this.#findings = findings;
  }

  find(): void {
    const { project } = this.#evaluator;
    const hints = [".tool(", ".tool<", "registerTool", "addTool", "ListToolsRequestSchema", "tools/list"];
    for (const tree of project.treesWith(...hints))
      for (const node of tree.root.descendants()) if (node.kind === "call_expression") this.#visit(node);
    const isFollowed = this.unresolved.length === 0 || this.#findings.tools.length > 0;
    if (!isFollowed)
      for (const { definition, node } of toolShapes(this.#evaluator)) this.#emitDefinition(definition, node);
    const isByShape = !isFollowed && this.#findings.tools.length > 0;
    for (const node of this.unresolved) this.#report(node, isByShape);
  }

  #report(node: SyntaxNode, isByShape: boolean): void {
    if (!isByShape) this.#findings.unnamedTool(node);
    else
      this.#findings.issue(
        node,
        "Registers tools in a way that could not be followed. The tools listed are the definitions in the source",
      );
  }

  #visit(node: SyntaxNode): void {
    const { language } = this.#evaluator.project;
    const call = language.lower(node);
    const callee = call.kind === "call" ? language.lower(call.callee) : undefined;
    if (call.kind !== "call" || callee?.kind !== "member") return;
    const register = Object.hasOwn(REGISTERING, callee.name) ? REGISTERING[callee.name] : undefined;
    if (!register || OTHERS.test(callee.of.text.slice(-40))) return;
    // A method of the repository's own: what it does with the tool is found inside of it.
    if (isType(this.#evaluator.evaluate(call.callee), "function")) return;
    register(this, { node, receiver: callee.of, args: call.args });
  }

  /** `tool(name, description?, schema?, handler)` and `registerTool(name, { description, inputSchema }, handler)` */
  positional({ node, args }: Registration): void {
    const [first] = args;
    if (!first || args.length < 2) return;
    const needed = (): Value => this.#nameOrDefinition(this.#evaluator.evaluate(first.value));
    this.#expansion.each(needed, (value) => {
      if (isType(value, "object")) this.#emitDefinition(value, node);
      else if (typeof value === "string") this.#emitPositional(value, node, args.slice(1));
      else this.unresolved.push(node);
    });
  }

  #nameOrDefinition(value: Value): Value {
    if (isType(value, "object")) return this.#nameOf(value) === undefined ? undefined : value;
    return typeof value === "string" ? value : undefined;
  }

  definition({ node, args }: Registration): void {
    const [first, second] = args;
    if (!first) return;
    const needed = (): Value => this.#nameOrDefinition(this.#evaluator.evaluate(first.value));
    this.#expansion.each(needed, (value) => {
      if (isType(value, "object")) this.#emitDefinition(value, node);
      else if (typeof value === "string" && second) this.#emitPositional(value, node, args.slice(1));
      else this.unresolved.push(node);
    });
  }

  definitions({ node, args: [first] }: Registration): void {
    if (first) this.#list(() => this.#evaluator.evaluate(first.value), node);
  }

  listHandler({ node, args: [schema, handler] }: Registration): void {
    const asked = schema?.value.text ?? "";
    if (!handler || !(asked.endsWith("ListToolsRequestSchema") || /^["'`]tools\/list["'`]$/u.test(asked))) return;
    this.#list(() => this.#handled(this.#evaluator.evaluate(handler.value)), node);
  }

  /** The tools that a handler answers with, also where another function is around it. */
  #handled(handler: Value): Value {
    const evaluator = this.#evaluator;
    if (isType(handler, "function")) return evaluator.member(evaluator.apply(handler, []), "tools");
    if (!isType(handler, "call")) return undefined;
    for (const { value } of handler.args) {
      const inner = evaluator.evaluate(value, handler.env);
      const tools = isType(inner, "function") ? evaluator.member(evaluator.apply(inner, []), "tools") : undefined;
      if (tools !== undefined) return tools;
    }
    return undefined;
  }

  #list(evaluate: () => Value, node: SyntaxNode): void {
    const needed = (): Value => {
      const value = evaluate();
      return isType(value, "list") ? value : undefined;
    };
    this.#expansion.each(needed, (value) => {
      if (!isType(value, "list") || value.items.length === 0) this.unresolved.push(node);
      else for (const item of value.items) this.#emitItem(item, node);
    });
  }

  #emitItem(item: Thunk, node: SyntaxNode): void {
    const value = this.#evaluator.force(item);
    if (isType(value, "object") && this.#nameOf(value) !== undefined) this.#emitDefinition(value, node);
    // What is a function is called elsewhere, for the definition that it returns.
    else if (!isType(value, "function")) this.unresolved.push("node" in item ? item.node : node);
  }

  #nameOf({ entries }: ObjectValue): string | undefined {
    const name = this.#evaluator.force(entries.get("name"));
    return typeof name === "string" ? name : undefined;
  }

  #emitDefinition(definition: ObjectValue, node: SyntaxNode): void {
    const name = this.#nameOf(definition);
    if (name === undefined) return;
    const read = (member: string): Value => this.#evaluator.force(definition.entries.get(member));
    const schema = SCHEMA_NAMES.map((each) => inputSchema(this.#evaluator, read(each))).find(
      (each) => each !== undefined,
    );
    this.#emit({ name, description: read("description"), schema }, definition.node ?? node);
  }

  #emitPositional(name: string, node: SyntaxNode, args: readonly Argument[]): void {
    const values = args.map(({ value }) => this.#evaluator.evaluate(value));
    const [config] = values;
    if (isType(config, "object") && this.#isConfig(config)) {
      const read = (member: string): Value => this.#evaluator.force(config.entries.get(member));
      this.#emit(
        { name, description: read("description"), schema: inputSchema(this.#evaluator, read("inputSchema")) },
        node,
      );
      return;
    }
    const description = values.find((value) => lenientText(value) !== undefined);
    const schema = values
      .slice(0, 2)
      .map((value) => inputSchema(this.#evaluator, value))
      .find((each) => each !== undefined);
    this.#emit({ name, description, schema }, node);
  }

  /** `{ title: "…" }` tells about the tool, `{ title: z.string() }` is what it takes. */
  #isConfig({ entries }: ObjectValue): boolean {
    const isText = (key: string): boolean => lenientText(this.#evaluator.force(entries.get(key))) !== undefined;
    return entries.has("inputSchema") || isText("description") || isText("title");
  }

  #emit(
    tool: { name: string; description: Value; schema: Record<string, unknown> | undefined },
    node: SyntaxNode,
  ): void {
    const { name, description, schema } = tool;
    const origin = this.#expansion.origin ?? node;
    this.#findings.tools.push({
      name,
      docstring: lenientText(description) ?? "",
      ...(schema ? { schema } : {}),
      path: origin.tree.path,
      place: origin.place,
    });
  }
}
