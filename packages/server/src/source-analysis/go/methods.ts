import type { Evaluator } from "../evaluation/evaluator.js";
import { isType } from "../evaluation/values.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { FUNCTION_KINDS } from "./lower.js";
import { type GoTypes, typeUse, type TypeUse } from "./types.js";

/** `a.b.c.method`, each of which a variable may stand for. */
const MAX_DEPTH = 10;

/** Finds the method that `handlers.search` means, by the type of `handlers`. */
export class Methods {
  readonly #evaluator: Evaluator;
  readonly #types: GoTypes;

  constructor(evaluator: Evaluator, types: GoTypes) {
    this.#evaluator = evaluator;
    this.#types = types;
  }

  find(selector: SyntaxNode): SyntaxNode | undefined {
    const of = selector.kind === "selector_expression" ? selector.field("operand") : undefined;
    const name = selector.field("field")?.text;
    if (!of || name === undefined || this.#isPackage(of)) return undefined;
    const use = this.#typeOf(of, 0);
    // Where the type is not known, a name that only one method of the package has is enough.
    const methods = use ? this.#methodsOf(use, name) : this.#types.methods(name, selector);
    return methods.length === 1 ? methods[0] : undefined;
  }

  #isPackage(node: SyntaxNode): boolean {
    return this.#evaluator.project.lookup(node.text, node).some(({ kind }) => kind === "import");
  }

  #methodsOf(use: TypeUse, name: string): SyntaxNode[] {
    const type = this.#types.follow(use);
    const declared = type?.kind === "written" ? type.declared : undefined;
    return declared ? this.#types.methods(name, declared, declared.field("name")?.text) : [];
  }

  #typeOf(node: SyntaxNode, depth: number): TypeUse | undefined {
    if (depth > MAX_DEPTH) return undefined;
    switch (node.kind) {
      case "unary_expression":
      case "parenthesized_expression":
      case "expression_list": {
        const inner = node.field("operand") ?? node.children[0];
        return inner && this.#typeOf(inner, depth + 1);
      }
      case "composite_literal": {
        const type = node.field("type");
        return type && typeUse(type);
      }
      case "call_expression":
        return this.#returned(node);
      case "identifier":
        return this.#typeOfName(node, depth);
      case "selector_expression":
        return this.#typeOfField(node, depth);
      default:
        return undefined;
    }
  }

  #returned(call: SyntaxNode): TypeUse | undefined {
    const callee = call.field("function");
    const value = callee && this.#evaluator.evaluate(callee);
    const result = isType(value, "function") ? value.node.field("result") : undefined;
    const type = result?.kind === "parameter_list" ? result.children[0]?.field("type") : result;
    return type && typeUse(type);
  }

  #typeOfName(node: SyntaxNode, depth: number): TypeUse | undefined {
    const { project } = this.#evaluator;
    const [binding] = project.lookup(node.text, node);
    if (binding?.kind === "value") return this.#typeOf(binding.node, depth + 1);
    const parameter =
      binding?.kind === "parameter"
        ? project.language.parameters(binding.fn).find(({ name }) => name === binding.name)?.node
        : receiver(node);
    const type = parameter?.field("type");
    return type && typeUse(type);
  }

  #typeOfField(node: SyntaxNode, depth: number): TypeUse | undefined {
    const of = node.field("operand");
    const name = node.field("field")?.text;
    const use = of && this.#typeOf(of, depth + 1);
    const type = use && this.#types.follow(use);
    if (type?.kind !== "written") return undefined;
    const fields = type.use.node.child("field_declaration_list")?.children ?? [];
    const field = fields.find(({ children }) =>
      children.some((each) => each.fieldName === "name" && each.text === name),
    );
    const inner = field?.field("type");
    return inner && { node: inner, args: type.use.args };
  }
}

/** `t` of `func (t *Tools) register()`, inside of it. */
function receiver(name: SyntaxNode): SyntaxNode | undefined {
  for (let fn = name.ancestor(FUNCTION_KINDS); fn; fn = fn.ancestor(FUNCTION_KINDS)) {
    const [parameter] = fn.field("receiver")?.children ?? [];
    if (parameter?.field("name")?.text === name.text) return parameter;
  }
  return undefined;
}
