import type { Evaluator } from "../evaluation/evaluator.js";
import { lenientText, wholeText } from "../evaluation/to-json.js";
import { type CallValue, isType, type InstanceValue, type Value } from "../evaluation/values.js";
import type { Findings } from "../findings.js";
import type { Mounts } from "./mounts.js";

/** `FastMCP("name")`, `Server("name")`, and instances of the repository's own classes that extend them. */
export function findServers(evaluator: Evaluator, findings: Findings, mounts: Mounts): void {
  for (const tree of evaluator.project.treesWith("MCP(", "Server(", "MCP["))
    for (const node of tree.root.descendants()) {
      const made = node.kind === "call" ? node.field("function")?.text.slice(-60) : undefined;
      if (made === undefined || !/(?:MCP|Server)(?:\[[^\]]{0,40}\])?$/u.test(made)) continue;
      evaluator.begin();
      const value = evaluator.evaluate(node);
      if (!isServer(evaluator, value) || mounts.isMounted(value)) continue;
      const { args, named } = evaluator.argumentsOf(value.args, value.env);
      const read = (name: string): Value => evaluator.force(named.get(name));
      const name = wholeText(read("name") ?? evaluator.force(args[0]));
      findings.servers.push({ path: tree.path, name, description: lenientText(read("description")) });
    }
}

function isServer(evaluator: Evaluator, value: Value): value is CallValue | InstanceValue {
  if (isType(value, "instance"))
    return evaluator.project.language
      .superclasses(value.of.node)
      .some(({ text }) => /^(?:FastMCP|Server)\b/u.test(text));
  if (!isType(value, "call") || !isType(value.callee, "external")) return false;
  return /(?:^|\.)(?:mcp|fastmcp)\b/u.test(value.callee.module) && /^(?:FastMCP|Server|MCPServer)$/u.test(value.name);
}
