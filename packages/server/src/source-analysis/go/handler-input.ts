import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { typeUse, type TypeUse } from "./types.js";

/** Types of the official SDK's earlier versions that hold the arguments' own type. */
const HOLDS_ARGUMENTS = /(?:^|\.)(?:CallToolParamsFor|CallToolRequestFor|ServerRequest)$/u;
const MAX_HOLDERS = 4;

/** The last parameter of `func(ctx context.Context, …, input Input) (…, error)`. */
export function inputType(fn: SyntaxNode): TypeUse | undefined {
  const parameters = fn.field("parameters")?.children ?? [];
  const [first] = parameters;
  const last = parameters.at(-1);
  if (parameters.length < 2 || last?.kind !== "parameter_declaration") return undefined;
  const type = last.field("type");
  if (!type || first?.field("type")?.text !== "context.Context" || !returnsError(fn)) return undefined;
  return typeUse(held(type));
}

function returnsError(fn: SyntaxNode): boolean {
  const result = fn.field("result");
  const last = result?.kind === "parameter_list" ? result.children.at(-1)?.field("type") : result;
  return last?.text === "error";
}

/** `Input` of `*mcp.CallToolParamsFor[Input]` */
function held(start: SyntaxNode): SyntaxNode {
  let node = start;
  for (let steps = 0; steps < MAX_HOLDERS; steps += 1) {
    const type: SyntaxNode | undefined = node.kind === "pointer_type" ? node.children[0] : node;
    const name = type?.kind === "generic_type" ? type.field("type")?.text : undefined;
    const inner = type?.field("type_arguments")?.children[0]?.children[0];
    if (name === undefined || !HOLDS_ARGUMENTS.test(name) || !inner) return node;
    node = inner;
  }
  return node;
}

/** `Input` and `Output` of `mcp.AddTool[Input, Output](…)`, where what is called has such a name. */
export function typeArguments(call: SyntaxNode, name: RegExp): SyntaxNode[] {
  const callee = call.kind === "call_expression" ? call.field("function") : undefined;
  if (!callee) return [];
  // With one type, it looks like an element of a list.
  const index = callee.kind === "index_expression" ? callee.field("index") : undefined;
  const called = index ? callee.field("operand") : callee;
  if (!called || !name.test(called.text.slice(-80))) return [];
  return index ? [index] : (call.field("type_arguments")?.children ?? []);
}
