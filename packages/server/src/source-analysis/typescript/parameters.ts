import type { Parameter } from "../evaluation/language.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";

interface PatternName {
  readonly name: string;
  /** The way to it from the value that is taken apart. */
  readonly path: readonly (string | number)[];
}

/** Patterns that people write are three levels deep. */
const MAX_PATTERN_DEPTH = 6;

/** The names that a pattern such as `{ tools: [first], ...rest }` declares. */
export function patternNames(pattern: SyntaxNode, path: readonly (string | number)[] = []): PatternName[] {
  if (path.length > MAX_PATTERN_DEPTH) return [];
  switch (pattern.kind) {
    case "identifier":
    case "shorthand_property_identifier_pattern":
      return [{ name: pattern.text, path: pattern.kind === "identifier" ? path : [...path, pattern.text] }];
    case "object_assignment_pattern":
    case "assignment_pattern":
      return pattern.children.slice(0, 1).flatMap((inner) => patternNames(inner, path));
    case "pair_pattern": {
      const key = pattern.field("key")?.text;
      const value = pattern.field("value");
      return key !== undefined && value ? patternNames(value, [...path, key]) : [];
    }
    case "object_pattern":
      return pattern.children.flatMap((child) => patternNames(child, path));
    case "array_pattern":
      return pattern.children.flatMap((child, index) => patternNames(child, [...path, index]));
    default:
      return [];
  }
}

export function parametersOf(fn: SyntaxNode): Parameter[] {
  const single = fn.field("parameter");
  if (single) return [{ name: single.text, node: single }];
  const list = fn.field("parameters")?.children ?? [];
  return list.flatMap((node, index) => {
    const pattern = node.field("pattern") ?? node;
    if (pattern.kind === "this") return [];
    const fallback = node.field("value");
    const annotation = node.field("type");
    const isRest = pattern.kind === "rest_pattern";
    return [
      {
        name: isRest ? (pattern.children[0]?.text ?? "") : pattern.kind === "identifier" ? pattern.text : `#${index}`,
        node: isRest ? (pattern.children[0] ?? node) : node,
        isRest,
        ...(fallback ? { default: fallback } : {}),
        ...(annotation ? { annotation } : {}),
      },
    ];
  });
}
