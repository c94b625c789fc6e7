import type { Argument, Entry, Expression, Item } from "../evaluation/language.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { unescapeText } from "../syntax/unescape.js";

const UNKNOWN: Expression = { kind: "unknown" };
const TRANSPARENT = new Set(["parenthesized_expression", "await", "expression_statement", "type"]);

export const FUNCTION_KINDS = new Set(["function_definition", "lambda"]);
export const CLASS_KINDS = new Set(["class_definition"]);
export const CALL_KINDS = new Set(["call"]);

export function lower(start: SyntaxNode): Expression {
  let node = start;
  while (TRANSPARENT.has(node.kind)) {
    const [inner] = node.children;
    if (!inner) return UNKNOWN;
    node = inner;
  }
  if (FUNCTION_KINDS.has(node.kind)) return { kind: "function" };
  if (CLASS_KINDS.has(node.kind)) return { kind: "class" };
  return LOWERING[node.kind]?.(node) ?? UNKNOWN;
}

const lowerItems = ({ children }: SyntaxNode): Expression => ({ kind: "list", items: children.map(lowerItem) });

const LOWERING: Readonly<Record<string, (node: SyntaxNode) => Expression>> = {
  string: lowerString,
  concatenated_string: ({ children }) => ({ kind: "concat", parts: children }),
  integer: ({ text }) => ({ kind: "literal", value: Number(text.replaceAll("_", "")) }),
  float: ({ text }) => ({ kind: "literal", value: Number(text.replaceAll("_", "")) }),
  true: () => ({ kind: "literal", value: true }),
  false: () => ({ kind: "literal", value: false }),
  none: () => ({ kind: "literal", value: null }),
  identifier: ({ text }) => (text === "self" || text === "cls" ? { kind: "self" } : { kind: "name", name: text }),
  list: lowerItems,
  tuple: lowerItems,
  set: lowerItems,
  expression_list: lowerItems,
  dictionary: ({ children }) => ({ kind: "object", entries: children.flatMap(lowerPair) }),
  attribute: (node) => {
    const of = node.field("object");
    const name = node.field("attribute");
    return of && name ? { kind: "member", of, name: name.text } : UNKNOWN;
  },
  subscript: (node) => {
    const of = node.field("value");
    const at = node.field("subscript");
    return of && at ? { kind: "index", of, at } : UNKNOWN;
  },
  call: (node) => {
    const callee = node.field("function");
    const args = node.field("arguments");
    return callee ? { kind: "call", callee, args: args?.children.flatMap(lowerArgument) ?? [] } : UNKNOWN;
  },
  conditional_expression: ({ children }) => ({
    kind: "choice",
    options: [children[0], children[2]].filter((option) => option !== undefined),
    test: children[1],
  }),
  boolean_operator: (node) => ({
    kind: "choice",
    options: [node.field("left"), node.field("right")].filter((option) => option !== undefined),
  }),
  binary_operator: (node) =>
    node.field("operator")?.text === "+" ? { kind: "concat", parts: additions(node) } : UNKNOWN,
  unary_operator: (node) => {
    const value = Number(node.field("argument")?.text);
    return Number.isNaN(value) ? UNKNOWN : { kind: "literal", value: -value };
  },
  list_comprehension: lowerComprehension,
  generator_expression: lowerComprehension,
};

function lowerComprehension(node: SyntaxNode): Expression {
  const element = node.field("body");
  const clause = node.child("for_in_clause");
  const iterable = clause?.field("right");
  return element && clause && iterable ? { kind: "map", element, iterable, at: clause } : UNKNOWN;
}

function lowerString(node: SyntaxNode): Expression {
  const { children } = node;
  const prefix = /^[a-z]*/u.exec(children[0]?.text.toLowerCase() ?? "")?.[0] ?? "";
  const isRaw = prefix.includes("r");
  const parts = children.flatMap((child): (string | SyntaxNode)[] => {
    if (child.kind === "string_content") return [isRaw ? child.text : unescapeText(child.text)];
    if (child.kind !== "interpolation") return [];
    const value = child.field("expression");
    return value ? [value] : ["…"];
  });
  if (parts.every((part) => typeof part === "string")) {
    const text = parts.join("");
    return { kind: "literal", value: prefix.includes("f") ? text.replaceAll("{{", "{").replaceAll("}}", "}") : text };
  }
  return { kind: "concat", parts };
}

function additions(sum: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  let node: SyntaxNode | undefined = sum;
  while (node?.kind === "binary_operator" && node.field("operator")?.text === "+") {
    const right = node.field("right");
    if (right) parts.push(right);
    node = node.field("left");
  }
  if (node) parts.push(node);
  return parts.toReversed();
}

function lowerItem(node: SyntaxNode): Item {
  const inner = node.kind === "list_splat" ? node.children[0] : undefined;
  return inner ? { node: inner, isSpread: true } : { node, isSpread: false };
}

function lowerPair(node: SyntaxNode): Entry[] {
  if (node.kind === "dictionary_splat") return node.children.slice(0, 1).map((value) => ({ key: null, value }));
  const key = node.field("key");
  const value = node.field("value");
  return key && value ? [{ key, value }] : [];
}

function lowerArgument(node: SyntaxNode): Argument[] {
  if (node.kind === "keyword_argument") {
    const name = node.field("name")?.text;
    const value = node.field("value");
    return name !== undefined && value ? [{ name, value }] : [];
  }
  if (node.kind === "dictionary_splat") return [];
  const { node: value, isSpread } = lowerItem(node);
  return [{ value, isSpread }];
}
