import type { Evaluator } from "../evaluation/evaluator.js";
import { isType, type ObjectValue } from "../evaluation/values.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";

const SCHEMA_KEYS = ["inputSchema", "input_schema", "parameters", "paramsSchema"];

/**
 * Objects that are written as tools are: a name, a description and a schema. They count only where the repository registers tools in
 * a way that could not be followed, such as through a container of dependencies.
 */
export function* toolShapes(evaluator: Evaluator): Generator<{ definition: ObjectValue; node: SyntaxNode }> {
  for (const tree of evaluator.project.treesWith(...SCHEMA_KEYS))
    for (const node of tree.root.descendants()) {
      if (node.kind !== "object") continue;
      const keys = new Set(node.children.map((child) => child.field("key")?.text ?? child.text));
      // Resources and prompts have names and descriptions too.
      if (["uri", "uriTemplate", "mimeType", "messages"].some((key) => keys.has(key))) continue;
      if (!keys.has("name") || !keys.has("description") || !SCHEMA_KEYS.some((key) => keys.has(key))) continue;
      evaluator.begin();
      const definition = evaluator.evaluate(node);
      if (isType(definition, "object")) yield { definition, node };
    }
}
