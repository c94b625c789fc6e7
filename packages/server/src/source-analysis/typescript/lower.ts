import type { Argument, Entry, Expression, Item } from "../evaluation/language.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { unescapeText } from "../syntax/unescape.js";

const UNKNOWN: Expression = { kind: "unknown" };

/** Nodes around an expression that leave its value what it is. */
const TRANSPARENT = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "await_expression",
  "type_assertion",
  "expression_statement",
]);

export const FUNCTION_KINDS = new Set([
  "function_declaration",
  "function_expression",
  "arrow_function",
  "method_definition",
  "generator_function",
  "generator_function_declaration",
]);
export const CLASS_KINDS = new Set(["class_declaration", "class", "abstract_class_declaration"]);
export const CALL_KINDS = new Set(["call_expression", "new_expression"]);

export function lower(start: SyntaxNode): Expression {
  let node = start;
  while (TRANSPARENT.has(node.kind)) {
    const inner = node.children.find(({ kind }) => kind !== "type_arguments" && !kind.endsWith("_type"));
    if (!inner) return UNKNOWN;
    node = inner;
  }
  if (FUNCTION_KINDS.has(node.kind)) return { kind: "function" };
  if (CLASS_KINDS.has(node.kind)) return { kind: "class" };
  return LOWERING[node.kind]?.(node) ?? UNKNOWN;
}

const LOWERING: Readonly<Record<string, (node: SyntaxNode) => Expression>> = {
  string: (node) => ({ kind: "literal", value: stringText(node) }),
  template_string: lowerTemplate,
  number: ({ text }) => ({ kind: "literal", value: Number(text.replaceAll("_", "")) }),
  true: () => ({ kind: "literal", value: true }),
  false: () => ({ kind: "literal", value: false }),
  null: () => ({ kind: "literal", value: null }),
  unary_expression: lowerUnary,
  identifier: ({ text }) => ({ kind: "name", name: text }),
  shorthand_property_identifier: ({ text }) => ({ kind: "name", name: text }),
  shorthand_property_identifier_pattern: ({ text }) => ({ kind: "name", name: text }),
  this: () => ({ kind: "self" }),
  array: ({ children }) => ({ kind: "list", items: children.map(lowerItem) }),
  object: ({ children }) => ({ kind: "object", entries: children.flatMap(lowerEntry) }),
  enum_declaration: (node) => ({ kind: "object", entries: node.field("body")?.children.flatMap(lowerEntry) ?? [] }),
  member_expression: (node) => {
    const of = node.field("object");
    const name = node.field("property");
    return of && name ? { kind: "member", of, name: name.text } : UNKNOWN;
  },
  subscript_expression: (node) => {
    const of = node.field("object");
    const at = node.field("index");
    return of && at ? { kind: "index", of, at } : UNKNOWN;
  },
  call_expression: (node) => lowerCall(node.field("function"), node.field("arguments")),
  new_expression: (node) => lowerCall(node.field("constructor"), node.field("arguments")),
  ternary_expression: (node) => ({
    kind: "choice",
    options: [node.field("consequence"), node.field("alternative")].filter((each) => each !== undefined),
    test: node.field("condition"),
  }),
  binary_expression: lowerBinary,
};

export function stringText({ children }: SyntaxNode): string {
  return unescapeText(children.map(({ text }) => text).join(""));
}

function lowerTemplate({ children }: SyntaxNode): Expression {
  const parts = children.flatMap((child): (string | SyntaxNode)[] => {
    if (child.kind !== "template_substitution") return [unescapeText(child.text)];
    return child.children.slice(0, 1);
  });
  if (parts.every((part) => typeof part === "string")) return { kind: "literal", value: parts.join("") };
  return { kind: "concat", parts };
}

function lowerUnary(node: SyntaxNode): Expression {
  const argument = node.field("argument");
  const value = argument?.kind === "number" ? Number(argument.text) : Number.NaN;
  return node.field("operator")?.text === "-" && !Number.isNaN(value) ? { kind: "literal", value: -value } : UNKNOWN;
}

function lowerBinary(node: SyntaxNode): Expression {
  const operator = node.field("operator")?.text;
  if (operator === "+") return { kind: "concat", parts: additions(node) };
  const left = node.field("left");
  const right = node.field("right");
  if (!left || !right) return UNKNOWN;
  if (operator === "??" || operator === "||") return { kind: "choice", options: [left, right] };
  return operator === "&&" ? { kind: "choice", options: [right] } : UNKNOWN;
}

/** A long text is often the sum of hundreds: they are not a hundred levels deep. */
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

function lowerItem(node: SyntaxNode): Item {
  const inner = node.kind === "spread_element" ? node.children[0] : undefined;
  return inner ? { node: inner, isSpread: true } : { node, isSpread: false };
}

function lowerEntry(node: SyntaxNode): Entry[] {
  if (node.kind === "shorthand_property_identifier") return [{ key: node.text, value: node }];
  if (node.kind === "spread_element") return node.children.slice(0, 1).map((value) => ({ key: null, value }));
  const name = node.field("key") ?? node.field("name");
  const value = node.kind === "method_definition" ? node : node.field("value");
  return name && value ? [{ key: keyOf(name), value }] : [];
}

export function keyOf(name: SyntaxNode): string | SyntaxNode {
  if (name.kind === "string") return stringText(name);
  return name.kind === "computed_property_name" ? (name.children[0] ?? name.text) : name.text;
}

function lowerCall(callee: SyntaxNode | undefined, list: SyntaxNode | undefined): Expression {
  if (!callee) return UNKNOWN;
  // A tagged template has no list of arguments.
  if (list?.kind === "template_string") return { kind: "call", callee, args: [{ value: list }] };
  const args = list?.children.map((child): Argument => {
    const { node, isSpread } = lowerItem(child);
    return { value: node, isSpread };
  });
  return { kind: "call", callee, args: args ?? [] };
}
