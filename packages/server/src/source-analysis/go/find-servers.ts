import type { Evaluator } from "../evaluation/evaluator.js";
import { wholeText } from "../evaluation/to-json.js";
import { isType, type Value } from "../evaluation/values.js";
import type { Findings } from "../findings.js";
import { lower } from "./lower.js";

/** `server.NewMCPServer("name", …)` and `mcp.NewServer(&mcp.Implementation{Name: "…"}, …)` */
export function findServers(evaluator: Evaluator, findings: Findings): void {
  for (const tree of evaluator.project.treesWith("NewMCPServer(", "NewServer("))
    for (const node of tree.root.descendants()) {
      const call = node.kind === "call_expression" ? lower(node) : undefined;
      if (call?.kind !== "call" || !/\.(?:NewMCPServer|NewServer)$/u.test(call.callee.text.slice(-60))) continue;
      const [about] = call.args;
      if (!about) continue;
      evaluator.begin();
      const name = nameIn(evaluator, evaluator.evaluate(about.value));
      const isServer = name !== undefined || call.callee.text.endsWith("NewMCPServer");
      if (isServer) findings.servers.push({ path: tree.path, name, description: undefined });
    }
}

function nameIn(evaluator: Evaluator, about: Value): string | undefined {
  if (typeof about === "string") return about;
  return isType(about, "object") ? wholeText(evaluator.force(about.entries.get("Name"))) : undefined;
}
