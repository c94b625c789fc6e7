import type { Evaluator } from "../evaluation/evaluator.js";
import { lenientText, wholeText } from "../evaluation/to-json.js";
import { isType } from "../evaluation/values.js";
import type { Findings } from "../findings.js";

const SERVERS = /^(?:McpServer|MCPServer|Server|FastMCP)$/u;

/** `new McpServer({ name, description })` */
export function findServers(evaluator: Evaluator, findings: Findings): void {
  for (const tree of evaluator.project.treesWith("McpServer", "MCPServer", "Server(", "FastMCP"))
    for (const node of tree.root.descendants()) {
      const made = node.kind === "new_expression" ? node.field("constructor")?.text : undefined;
      const [about] = node.field("arguments")?.children ?? [];
      if (made === undefined || !SERVERS.test(made) || !about) continue;
      evaluator.begin();
      const value = evaluator.evaluate(about);
      // Web servers are made of other things, or of nothing.
      if (!isType(value, "object") || !value.entries.has("name")) continue;
      const name = wholeText(evaluator.force(value.entries.get("name")));
      const description = lenientText(evaluator.force(value.entries.get("description")));
      findings.servers.push({ path: tree.path, name, description });
    }
}
