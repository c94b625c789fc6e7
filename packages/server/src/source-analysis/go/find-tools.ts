import type { Evaluator } from "../evaluation/evaluator.js";
import type { Expansion } from "../evaluation/expansion.js";
import { lenientText, wholeText } from "../evaluation/to-json.js";
import { Environment, type ExternalValue, isType, type ObjectValue, type Value } from "../evaluation/values.js";
import type { Findings } from "../findings.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { Handlers } from "./handlers.js";
import { givenSchema } from "./given-schema.js";
import { optionsSchema, type Schema } from "./schema.js";

interface Described {
  readonly description: string | undefined;
  readonly schema: Schema | undefined;
  readonly isSchemaImplied: boolean;
}

/** Finds what mark3labs/mcp-go, the official SDK, and structs that are made into tools of these define. */
export class ToolFinder {
  readonly #evaluator: Evaluator;
  readonly #expansion: Expansion;
  readonly #findings: Findings;
  readonly #handlers: Handlers;
  readonly unresolved: SyntaxNode[] = [];

  constructor(evaluator: Evaluator, expansion: Expansion, findings: Findings) {
    this.#evaluator = evaluator;
    this.#expansion = expansion;
    this.#findings = findings;
    this.#handlers = new Handlers(evaluator);
  }

  find(): void {
    for (const tree of this.#evaluator.project.treesWith("NewTool", "NewServerTool", "Tool{"))
      for (const node of tree.root.descendants()) {
        if (node.kind === "call_expression") this.#visitCall(node);
        else if (node.kind === "composite_literal") this.#visitLiteral(node);
      }
  }

  /** `mcp.NewTool("name", mcp.WithDescription("…"), …)` and `mcp.NewServerTool("name", "…", handler, …)` */
  #visitCall(node: SyntaxNode): void {
    const evaluator = this.#evaluator;
    const call = evaluator.project.language.lower(node);
    if (call.kind !== "call" || !/\bNew(?:Tool|ServerTool|ToolWithRawSchema)$/u.test(call.callee.text.slice(-80)))
      return;
    const callee = evaluator.evaluate(call.callee);
    const [name, ...options] = call.args;
    if (!isType(callee, "external") || !isOfMcp(callee.module) || !name) return;
    const needed = (): Value => wholeText(evaluator.evaluate(name.value));
    this.#expansion.each(needed, (value) => {
      if (typeof value !== "string") {
        this.unresolved.push(node);
        return;
      }
      const { args } = evaluator.argumentsOf(options, Environment.EMPTY);
      const values = args.map((thunk) => evaluator.force(thunk));
      this.#emit(value, this.#describe(callee, values, node), node);
    });
  }

  #describe(callee: ExternalValue, values: readonly Value[], node: SyntaxNode): Described {
    const made = callee.path.at(-1);
    const text = lenientText(values[0]);
    if (made === "NewToolWithRawSchema") return { description: text, schema: undefined, isSchemaImplied: false };
    const implied = (): Schema | undefined => this.#handlerSchema(node, callee.module);
    if (made === "NewServerTool") return { description: text, schema: implied(), isSchemaImplied: true };
    const { description, schema } = optionsSchema(this.#evaluator, values);
    if (Object.keys(schema.properties).length > 0) return { description, schema, isSchemaImplied: false };
    const typed = this.#handlers.optionSchema(values);
    return { description, schema: typed ?? implied() ?? schema, isSchemaImplied: typed === undefined };
  }

  #handlerSchema(node: SyntaxNode, module: string): Schema | undefined {
    const isOfficial = module.includes("modelcontextprotocol/go-sdk");
    return this.#handlers.schema(node, { isOfficial, origin: this.#expansion.origin });
  }

  /** `&mcp.Tool{Name: "…", Description: "…"}` */
  #visitLiteral(node: SyntaxNode): void {
    const type = node.field("type");
    if (!type || !/(?:^|\.)Tool$/u.test(type.text) || !this.#isToolType(type)) return;
    const literal = this.#evaluator.evaluate(node);
    if (!isType(literal, "object") || !literal.entries.has("Name")) return;
    const isLoose = !this.#isOfSdk(type);
    if (isLoose && !(literal.entries.has("Description") && literal.entries.has("InputSchema"))) return;
    const needed = (): Value => wholeText(this.#read(literal, "Name"));
    this.#expansion.each(needed, (name) => {
      if (typeof name === "string") this.#emitLiteral(name, literal, node);
      else if (!isCopied(node)) this.unresolved.push(node);
    });
  }

  #emitLiteral(name: string, literal: ObjectValue, node: SyntaxNode): void {
    const given = this.#read(literal, "InputSchema");
    // A schema that is given and cannot be read is another than that of the handler.
    const isGiven = literal.entries.has("InputSchema") && given !== null;
    const module = this.#sdkOf(node.field("type"));
    const implied = isGiven || module === undefined ? undefined : this.#handlerSchema(node, module);
    const schema = isGiven ? givenSchema(this.#evaluator, given) : implied;
    const description = lenientText(this.#read(literal, "Description"));
    this.#emit(name, { description, schema, isSchemaImplied: !isGiven }, node);
  }

  #read(literal: ObjectValue, name: string): Value {
    return this.#evaluator.force(literal.entries.get(name));
  }

  /** A type of an SDK, or one of the repository's own, which SDKs' tools are made of. */
  #isToolType(type: SyntaxNode): boolean {
    return this.#isOfSdk(type) || type.kind === "type_identifier" || this.#isOwn(type);
  }

  #isOwn(type: SyntaxNode): boolean {
    const [scope] = type.children;
    return scope !== undefined && isType(this.#evaluator.evaluate(scope), "module");
  }

  #isOfSdk(type: SyntaxNode): boolean {
    return this.#sdkOf(type) !== undefined;
  }

  #sdkOf(type: SyntaxNode | undefined): string | undefined {
    const [scope] = type?.kind === "qualified_type" ? type.children : [];
    const value = scope && this.#evaluator.evaluate(scope);
    return isType(value, "external") && isOfMcp(value.module) ? value.module : undefined;
  }

  #emit(name: string, { description, schema, isSchemaImplied }: Described, node: SyntaxNode): void {
    const { tree, place } = this.#expansion.origin ?? node;
    const takes = schema ? { schema, isSchemaImplied } : {};
    this.#findings.tools.push({ name, docstring: description ?? "", ...takes, path: tree.path, place });
  }
}

/** `github.com/mark3labs/mcp-go/mcp`, `github.com/modelcontextprotocol/go-sdk/mcp` and what is built on them. */
const isOfMcp = (module: string): boolean => /(?:^|\/)mcp$/u.test(module);

/** `mcp.Tool{Name: tool.Name}` makes one tool of another, which is found where it is defined. */
function isCopied(literal: SyntaxNode): boolean {
  return (
    literal.field("body")?.children.some((entry) => /^Name:\s*[\w.]+\.\w+$/u.test(entry.text.slice(0, 200))) ?? false
  );
}
