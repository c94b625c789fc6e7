import type { Parameter } from "../evaluation/language.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";

/** The parameters that callers give: without `self`, `cls` and the marks between them. */
export function parametersOf(fn: SyntaxNode): Parameter[] {
  const all = fn.field("parameters")?.children ?? [];
  return all.flatMap((node, index) => {
    const parameter = readParameter(node);
    const isSelf = index === 0 && (parameter?.name === "self" || parameter?.name === "cls");
    return parameter && !isSelf ? [parameter] : [];
  });
}

function readParameter(node: SyntaxNode): Parameter | undefined {
  switch (node.kind) {
    case "identifier":
      return { name: node.text, node };
    case "default_parameter":
    case "typed_default_parameter":
      return { name: node.field("name")?.text ?? "", node, ...detailsOf(node) };
    case "typed_parameter":
      return readTyped(node);
    case "list_splat_pattern":
    case "dictionary_splat_pattern":
      return { name: node.children[0]?.text ?? "", node, isRest: true };
    default:
      return undefined;
  }
}

function readTyped(node: SyntaxNode): Parameter | undefined {
  const [name] = node.children;
  const isRest = name?.kind !== "identifier";
  return name && { name: (isRest ? name.children[0] : name)?.text ?? "", node, isRest, ...detailsOf(node) };
}

function detailsOf(node: SyntaxNode): Pick<Parameter, "annotation" | "default"> {
  const annotation = node.field("type");
  const fallback = node.field("value");
  return { ...(annotation ? { annotation } : {}), ...(fallback ? { default: fallback } : {}) };
}
