import type { Argument, Entry, Expression } from "../evaluation/language.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { unescapeText } from "../syntax/unescape.js";

const UNKNOWN: Expression = { kind: "unknown" };
const TRANSPARENT = new Set(["parenthesized_expression", "unary_expression", "literal_element", "expression_list"]);

export const FUNCTION_KINDS = new Set(["function_declaration", "method_declaration", "func_literal"]);
export const CALL_KINDS = new Set(["call_expression"]);

export function lower(start: SyntaxNode): Expression {
  let node = start;
  while (TRANSPARENT.has(node.kind)) {
    const inner = node.field("operand") ?? node.children[0];
    if (!inner) return UNKNOWN;
    node = inner;
  }
  if (FUNCTION_KINDS.has(node.kind)) return { kind: "function" };
  return LOWERING[node.kind]?.(node) ?? UNKNOWN;
}

const LOWERING: Readonly<Record<string, (node: SyntaxNode) => Expression>> = {
  interpreted_string_literal: ({ text }) => ({ kind: "literal", value: unescapeText(text.slice(1, -1)) }),
  raw_string_literal: ({ text }) => ({ kind: "literal", value: text.slice(1, -1) }),
  int_literal: ({ text }) => ({ kind: "literal", value: Number(text.replaceAll("_", "")) }),
  float_literal: ({ text }) => ({ kind: "literal", value: Number(text) }),
  true: () => ({ kind: "literal", value: true }),
  false: () => ({ kind: "literal", value: false }),
  nil: () => ({ kind: "literal", value: null }),
  identifier: ({ text }) => ({ kind: "name", name: text }),
  package_identifier: ({ text }) => ({ kind: "name", name: text }),
  selector_expression: (node) => {
    const of = node.field("operand");
    const name = node.field("field");
    return of && name ? { kind: "member", of, name: name.text } : UNKNOWN;
  },
  index_expression: (node) => {
    const of = node.field("operand");
    const at = node.field("index");
    return of && at ? { kind: "index", of, at } : UNKNOWN;
  },
  call_expression: (node) => {
    const callee = node.field("function");
    return callee
      ? { kind: "call", callee, args: node.field("arguments")?.children.map(lowerArgument) ?? [] }
      : UNKNOWN;
  },
  type_conversion_expression: (node) => {
    const operand = node.field("operand");
    return operand ? { kind: "choice", options: [operand] } : UNKNOWN;
  },
  binary_expression: (node) =>
    node.field("operator")?.text === "+" ? { kind: "concat", parts: additions(node) } : UNKNOWN,
  composite_literal: (node) => {
    const body = node.field("body");
    return body ? lowerLiteral(body, node.field("type")) : UNKNOWN;
  },
  literal_value: (node) => lowerLiteral(node, undefined),
};

function additions(sum: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  let node: SyntaxNode | undefined = sum;
  while (node?.kind === "binary_expression" && node.field("operator")?.text === "+") {
    const right = node.field("right");
    if (right) parts.push(right);
    node = node.field("left");
  }
  if (node) parts.push(node);
  return parts.toReversed();
}

function lowerArgument(node: SyntaxNode): Argument {
  const inner = node.kind === "variadic_argument" ? node.children[0] : undefined;
  return inner ? { value: inner, isSpread: true } : { value: node };
}

/** `{Name: "x"}` and `{"key": value}` are objects, `{a, b}` is a list. */
function lowerLiteral(body: SyntaxNode, type: SyntaxNode | undefined): Expression {
  const isList = body.children.every(({ kind }) => kind !== "keyed_element") && type?.kind !== "map_type";
  const name = type?.text;
  if (isList && body.children.length > 0)
    return { kind: "list", items: body.children.map((node) => ({ node, isSpread: false })) };
  if (type?.kind === "slice_type" || type?.kind === "array_type") return { kind: "list", items: [] };
  const entries = body.children.flatMap(lowerKeyed);
  return { kind: "object", entries, ...(name === undefined ? {} : { type: name }) };
}

function lowerKeyed(node: SyntaxNode): Entry[] {
  const key = node.field("key") ?? node.children[0];
  const value = node.field("value") ?? node.children[1];
  if (!key || !value) return [];
  const name = key.children[0] ?? key;
  // A field is written as an identifier; a key of a map that is one is a constant.
  if (name.kind === "identifier" || name.kind === "field_identifier")
    return [{ key: /^[A-Z]/u.test(name.text) ? name.text : name, value }];
  return [{ key: name, value }];
}
