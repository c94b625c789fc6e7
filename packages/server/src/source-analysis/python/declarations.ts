import type { Declared, LoopPick } from "../evaluation/language.js";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.js";
import { FUNCTION_KINDS } from "./lower.js";
import { parametersOf } from "./parameters.js";

const SCOPES = new Set(["module", "class_definition", ...FUNCTION_KINDS]);
const scopeOf = (node: SyntaxNode): SyntaxNode => node.ancestor(SCOPES) ?? node.tree.root;

/** Every name that a file gives a value to. */
export function* declarations(tree: SyntaxTree): Generator<Declared> {
  for (const node of tree.root.descendants()) {
    const declare = DECLARING[node.kind];
    if (declare) yield* declare(node);
    if (FUNCTION_KINDS.has(node.kind)) yield* declareParameters(node);
  }
}

const DECLARING: Readonly<Record<string, (node: SyntaxNode) => Iterable<Declared>>> = {
  import_statement: declareImport,
  import_from_statement: declareImportFrom,
  assignment: declareAssignment,
  augmented_assignment: declareAugmented,
  function_definition: declareDefinition,
  class_definition: declareDefinition,
  for_statement: declareLoop,
  for_in_clause: declareLoop,
  call: declareAppend,
};

function* declareImport(node: SyntaxNode): Generator<Declared> {
  for (const part of node.children) {
    const module = (part.field("name") ?? part).text;
    const name = part.field("alias")?.text ?? module.split(".")[0] ?? module;
    // `import a.b` binds `a`, and `a.b` is then found as its member.
    const bound = part.kind === "aliased_import" ? module : name;
    yield { scope: scopeOf(node), name, binding: { kind: "import", module: bound, name: "*" } };
  }
}

function* declareImportFrom(node: SyntaxNode): Generator<Declared> {
  const module = node.field("module_name")?.text ?? "";
  const scope = scopeOf(node);
  for (const part of node.children) {
    if (part.kind === "wildcard_import")
      yield { scope: node.tree.root, name: "*", binding: { kind: "import", module, name: "*" }, isExportOnly: true };
    if (part.fieldName !== "name") continue;
    const name = (part.field("name") ?? part).text;
    yield { scope, name: part.field("alias")?.text ?? name, binding: { kind: "import", module, name } };
  }
}

function* declareAssignment(node: SyntaxNode): Generator<Declared> {
  const left = node.field("left");
  const right = node.field("right");
  if (!left || !right) return;
  const scope = scopeOf(node);
  if (left.kind === "identifier") yield { scope, name: left.text, binding: { kind: "value", node: right } };
  for (const [index, each] of left.kind === "pattern_list" ? left.children.entries() : [])
    if (each.kind === "identifier")
      yield { scope, name: each.text, binding: { kind: "value", node: right, path: [index] } };
}

function* declareAugmented(node: SyntaxNode): Generator<Declared> {
  const left = node.field("left");
  const right = node.field("right");
  if (left?.kind !== "identifier" || !right || node.field("operator")?.text !== "+=") return;
  yield { scope: declaredIn(left), name: left.text, binding: { kind: "append", node: right, isMany: true } };
}

function* declareDefinition(node: SyntaxNode): Generator<Declared> {
  const name = node.field("name")?.text;
  if (name !== undefined) yield { scope: scopeOf(node), name, binding: { kind: "definition", node } };
}

function* declareParameters(fn: SyntaxNode): Generator<Declared> {
  for (const [index, { name }] of parametersOf(fn).entries())
    yield { scope: fn, name, binding: { kind: "parameter", fn, index, name } };
}

function* declareLoop(node: SyntaxNode): Generator<Declared> {
  const left = node.field("left");
  const iterable = node.field("right");
  if (!left || !iterable) return;
  // Loops after one another often use the same name; Python would keep the last value, which nobody uses.
  const scope = node.kind === "for_in_clause" ? (node.parent ?? node) : node;
  const parts = left.kind === "identifier" ? [left] : left.children;
  for (const [index, part] of parts.entries()) {
    const pick: LoopPick = left.kind === "identifier" ? "value" : [index];
    if (part.kind === "identifier")
      yield { scope, name: part.text, binding: { kind: "loop", iterable, pick, at: node } };
  }
}

/** `tools.append(tool)` and `tools.extend(others)` */
function* declareAppend(node: SyntaxNode): Generator<Declared> {
  const callee = node.field("function");
  const list = callee?.field("object");
  const method = callee?.field("attribute")?.text;
  const [value] = node.field("arguments")?.children ?? [];
  if (list?.kind !== "identifier" || !value || (method !== "append" && method !== "extend")) return;
  yield {
    scope: declaredIn(list),
    name: list.text,
    binding: { kind: "append", node: value, isMany: method === "extend" },
  };
}

/** A function that adds to a list of the module has no list of that name itself. */
function declaredIn(name: SyntaxNode): SyntaxNode {
  const fn = name.ancestor(FUNCTION_KINDS);
  if (!fn) return scopeOf(name);
  const isOwn = [...fn.descendants(FUNCTION_KINDS)].some(
    (node) => node.kind === "assignment" && node.field("left")?.text === name.text,
  );
  return isOwn ? fn : name.tree.root;
}
