import type { Evaluator } from "../evaluation/evaluator.js";
import { nodeKey } from "../evaluation/keys.js";
import { isType, type Value } from "../evaluation/values.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { inputType, typeArguments } from "./handler-input.js";
import { Methods } from "./methods.js";
import type { Schema } from "./schema.js";
import { type RequiredBy, schemaOfStruct, structType } from "./struct-schema.js";
import { GoTypes, typeKey, typeUse, type TypeUse } from "./types.js";

/** `wrapped(traced(handler))` */
const MAX_WRAPPERS = 3;
/** Registrations have a few arguments; a list may have any number of elements. */
const MAX_GIVEN = 20;
const AROUND_VALUES = new Set(["unary_expression", "parenthesized_expression", "literal_element", "expression_list"]);

interface Registered {
  /** The official SDK takes what is not `omitempty` for required. */
  readonly isOfficial: boolean;
  /** The call of a helper that the tool is made by. */
  readonly origin: SyntaxNode | undefined;
}

/** Finds the functions that answer calls of tools: the struct that such a function takes says what its tool takes. */
export class Handlers {
  readonly #evaluator: Evaluator;
  readonly #types: GoTypes;
  readonly #methods: Methods;
  readonly #usesTags: boolean;
  /** Where tools that have a name are registered, by the place where they are made. */
  readonly #registrations = new Map<string, SyntaxNode[]>();
  readonly #schemas = new Map<string, Schema | undefined>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#types = new GoTypes(evaluator);
    this.#methods = new Methods(evaluator, this.#types);
    this.#usesTags = requiresByTag(evaluator);
    this.#findRegistrations();
  }

  /** What the handler of a tool takes, which is made at this place. */
  schema(tool: SyntaxNode, { isOfficial, origin }: Registered): Schema | undefined {
    const beside = valueAround(tool);
    const places = [beside, ...(this.#registrations.get(nodeKey(tool)) ?? []), tool, origin];
    for (const place of places) {
      const input = place && this.#inputAt(place, tool);
      if (input) return this.#schemaOf(input, this.#requiredBy(isOfficial));
    }
    return undefined;
  }

  /** Many tools may take the same struct. */
  #schemaOf(input: TypeUse, requiredBy: RequiredBy): Schema | undefined {
    const key = `${nodeKey(input.node)} ${requiredBy}`;
    if (!this.#schemas.has(key)) this.#schemas.set(key, schemaOfStruct(this.#types, input, requiredBy));
    return this.#schemas.get(key);
  }

  /** `mcp.WithInputSchema[Input]()` among the options of a tool. */
  optionSchema(options: readonly Value[]): Schema | undefined {
    for (const option of options) {
      const input = isType(option, "call") ? typeArguments(option.node, /\bWithInputSchema$/u)[0] : undefined;
      if (input) return this.#schemaOf(typeUse(input), this.#requiredBy(true));
    }
    return undefined;
  }

  #requiredBy(isOfficial: boolean): RequiredBy {
    return isOfficial || !this.#usesTags ? "omission" : "tag";
  }

  /** The only struct that functions which are given together with a tool take. */
  #inputAt(place: SyntaxNode, tool: SyntaxNode): TypeUse | undefined {
    const [explicit] = typeArguments(place, /\b(?:AddTool|NewServerTool)$/u);
    if (explicit && structType(this.#types, typeUse(explicit))) return typeUse(explicit);
    return this.#only(
      givenAt(place).filter((node) => !isAround(node, tool)),
      0,
    );
  }

  #only(nodes: readonly SyntaxNode[], depth: number): TypeUse | undefined {
    const found = new Map<string, TypeUse>();
    for (const node of nodes.slice(0, MAX_GIVEN)) {
      const input = this.#inputOf(node, depth);
      const struct = input && structType(this.#types, input);
      if (struct) found.set(typeKey(struct.declared ?? struct.use.node), input);
    }
    const [input] = found.values();
    return found.size === 1 ? input : undefined;
  }

  #inputOf(given: SyntaxNode, depth: number): TypeUse | undefined {
    this.#evaluator.begin();
    const node = valueInside(given);
    const value = this.#evaluator.evaluate(node);
    const fn = isType(value, "function") ? value.node : this.#methods.find(node);
    const input = fn && inputType(fn);
    if (input && structType(this.#types, input)) return input;
    const call = isType(value, "call") ? value.node : node;
    return call.kind === "call_expression" && depth < MAX_WRAPPERS ? this.#wrapped(call, depth) : undefined;
  }

  /** `mcp.NewTypedToolHandler(handler)`, or a method that returns the handler. */
  #wrapped(call: SyntaxNode, depth: number): TypeUse | undefined {
    const [explicit] = typeArguments(call, /ToolHandler$/u);
    if (explicit) return typeUse(explicit);
    const callee = call.field("function");
    const method = callee && this.#methods.find(callee);
    const returned = method ? this.#evaluator.project.language.returned(method) : [];
    return this.#only([...givenAt(call), ...returned], depth + 1);
  }

  /** `server.AddTool(tool, handler)` and `ServerTool{Tool: tool, Handler: handler}`, where `tool` is a variable or a call. */
  #findRegistrations(): void {
    for (const tree of this.#evaluator.project.treesWith("AddTool(", "AddTool[", "Tool:"))
      for (const node of tree.root.descendants())
        for (const given of registeredAt(node)) {
          this.#evaluator.begin();
          const made = madeAt(this.#evaluator.evaluate(given));
          if (made) push(this.#registrations, nodeKey(made), node);
        }
  }
}

function registeredAt(node: SyntaxNode): SyntaxNode[] {
  if (node.kind === "call_expression")
    return /\bAddTool(?:\[|$)/u.test((node.field("function")?.text ?? "").slice(0, 200))
      ? givenAt(node).slice(0, 2)
      : [];
  if (node.kind !== "literal_value") return [];
  const tool = node.children.find((entry) => entry.kind === "keyed_element" && entry.field("key")?.text === "Tool");
  return tool ? givenIn(tool) : [];
}

const isAround = (outer: SyntaxNode, { tree, start, end }: SyntaxNode): boolean =>
  outer.tree === tree && outer.start <= start && end <= outer.end;

function madeAt(value: Value): SyntaxNode | undefined {
  const node = isType(value, "object") || isType(value, "call") ? value.node : undefined;
  return node && valueInside(node);
}

/** What is given to a call or a literal. */
function givenAt(place: SyntaxNode): SyntaxNode[] {
  if (place.kind === "call_expression") return place.field("arguments")?.children ?? [];
  return place.kind === "literal_value" ? place.children.flatMap(givenIn) : [];
}

const givenIn = (entry: SyntaxNode): SyntaxNode[] => {
  const value = entry.kind === "keyed_element" ? entry.field("value") : entry;
  return value ? [valueInside(value)] : [];
};

function valueInside(start: SyntaxNode): SyntaxNode {
  let node = start;
  while (AROUND_VALUES.has(node.kind)) {
    const inner = node.field("operand") ?? node.children[0];
    if (!inner) return node;
    node = inner;
  }
  return node;
}

/** The call or the literal that a value is given to. */
function valueAround(value: SyntaxNode): SyntaxNode | undefined {
  let node = value.parent;
  while (node && (AROUND_VALUES.has(node.kind) || node.kind === "keyed_element")) node = node.parent;
  if (node?.kind === "argument_list") return node.parent;
  return node?.kind === "literal_value" ? node : undefined;
}

function push(lists: Map<string, SyntaxNode[]>, key: string, node: SyntaxNode): void {
  const list = lists.get(key);
  if (list && list.length < MAX_GIVEN) list.push(node);
  else if (!list) lists.set(key, [node]);
}

/** invopop/jsonschema takes what is not `omitempty` for required, unless it is told to go by the tags; where it is not used, tags count. */
function requiresByTag({ project }: Evaluator): boolean {
  const texts = [...project.workspace.paths].map((path) => project.text(path));
  const isUsed = texts.some((text) => text.includes('"github.com/invopop/jsonschema"'));
  return !isUsed || texts.some((text) => /RequiredFromJSONSchemaTags:\s{0,40}true/u.test(text));
}
