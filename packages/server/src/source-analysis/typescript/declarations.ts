import type { Binding, Declared, LoopPick } from "../evaluation/language.js";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.js";
import { FUNCTION_KINDS, keyOf, stringText } from "./lower.js";
import { patternNames, parametersOf } from "./parameters.js";

const SCOPES = new Set(["program", "statement_block", "for_in_statement", "for_statement", ...FUNCTION_KINDS]);

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
  import_statement: declareImports,
  export_statement: declareExports,
  variable_declarator: declareVariable,
  function_declaration: declareDefinition,
  generator_function_declaration: declareDefinition,
  class_declaration: declareDefinition,
  abstract_class_declaration: declareDefinition,
  enum_declaration: declareDefinition,
  for_in_statement: declareLoop,
  assignment_expression: declareAssignment,
  call_expression: declarePush,
};

function sourceOf(node: SyntaxNode): string | undefined {
  const source = node.field("source");
  return source && stringText(source);
}

function* declareImports(node: SyntaxNode): Generator<Declared> {
  const module = sourceOf(node);
  if (module === undefined) return;
  for (const part of node.child("import_clause")?.descendants() ?? []) {
    const imported = importedName(part);
    const name = (part.field("alias") ?? part.field("name") ?? part.children[0] ?? part).text;
    if (imported !== undefined)
      yield { scope: node.tree.root, name, binding: { kind: "import", module, name: imported } };
  }
}

function importedName(part: SyntaxNode): string | undefined {
  if (part.kind === "import_specifier") return part.field("name")?.text;
  if (part.kind === "namespace_import") return "*";
  return part.kind === "identifier" && part.parent?.kind === "import_clause" ? "default" : undefined;
}

function* declareExports(node: SyntaxNode): Generator<Declared> {
  const module = sourceOf(node);
  const clause = node.child("export_clause");
  if (clause) yield* declareSpecifiers(clause, module);
  else if (module === undefined) yield* declareDefault(node);
  else {
    const name = node.child("namespace_export")?.children[0]?.text ?? "*";
    yield { scope: node.tree.root, name, binding: { kind: "import", module, name: "*" }, isExportOnly: true };
  }
}

/** `export { a as b }`, also from another file. */
function* declareSpecifiers(clause: SyntaxNode, module: string | undefined): Generator<Declared> {
  const scope = clause.tree.root;
  for (const specifier of clause.children) {
    const inner = specifier.field("name");
    const name = (specifier.field("alias") ?? inner)?.text;
    if (!inner || name === undefined) continue;
    if (module !== undefined)
      yield { scope, name, binding: { kind: "import", module, name: inner.text }, isExportOnly: true };
    else if (name !== inner.text) yield { scope, name, binding: { kind: "value", node: inner }, isExportOnly: true };
  }
}

function* declareDefault(node: SyntaxNode): Generator<Declared> {
  const value = node.field("value") ?? (isDefault(node) ? node.field("declaration") : undefined);
  const scope = node.tree.root;
  if (value) yield { scope, name: "default", binding: { kind: "value", node: value }, isExportOnly: true };
}

const isDefault = ({ text }: SyntaxNode): boolean => /^export\s+default\b/u.test(text.slice(0, 40));

function* declareVariable(node: SyntaxNode): Generator<Declared> {
  const name = node.field("name");
  const value = node.field("value");
  if (!name || !value) return;
  const scope = scopeOf(node);
  for (const { name: each, path } of patternNames(name))
    yield { scope, name: each, binding: { kind: "value", node: value, path } };
}

function* declareDefinition(node: SyntaxNode): Generator<Declared> {
  const name = node.field("name")?.text;
  if (name !== undefined) yield { scope: scopeOf(node), name, binding: { kind: "definition", node } };
}

function* declareParameters(fn: SyntaxNode): Generator<Declared> {
  for (const [index, { name, node }] of parametersOf(fn).entries()) {
    for (const { name: each, path } of patternNames(node.field("pattern") ?? node)) {
      const binding: Binding = { kind: "parameter", fn, index, name, path };
      yield { scope: fn, name: each, binding };
    }
  }
}

function* declareLoop(node: SyntaxNode): Generator<Declared> {
  const left = node.field("left");
  const iterable = node.field("right");
  if (!left || !iterable) return;
  const isOfKeys = node.field("operator")?.text === "in";
  for (const { name, path } of patternNames(left)) {
    const pick: LoopPick = isOfKeys ? "key" : path.length > 0 ? path : "value";
    yield { scope: node, name, binding: { kind: "loop", iterable, pick, at: node } };
  }
}

/** A variable that is given its value later, in any function: it belongs to where it was declared. */
function* declareAssignment(node: SyntaxNode): Generator<Declared> {
  const left = node.field("left");
  const right = node.field("right");
  if (!left || !right) return;
  if (left.kind === "identifier")
    yield { scope: declaredIn(left), name: left.text, binding: { kind: "value", node: right } };
  else if (node.text.startsWith("module.exports =") || node.text.startsWith("exports."))
    yield* declareCommonJs(left, right);
}

function* declareCommonJs(left: SyntaxNode, right: SyntaxNode): Generator<Declared> {
  const scope = left.tree.root;
  if (left.text === "module.exports") {
    yield { scope, name: "default", binding: { kind: "value", node: right }, isExportOnly: true };
    for (const entry of right.kind === "object" ? right.children : []) {
      const name = entry.field("key");
      const key = name ? keyOf(name) : entry.text;
      const value = entry.field("value") ?? entry;
      if (typeof key === "string" && entry.kind !== "shorthand_property_identifier")
        yield { scope, name: key, binding: { kind: "value", node: value }, isExportOnly: true };
    }
  } else
    yield {
      scope,
      name: left.text.slice("exports.".length),
      binding: { kind: "value", node: right },
      isExportOnly: true,
    };
}

/** `tools.push(a, ...b)` and `Object.assign(tools, a)` */
function* declarePush(node: SyntaxNode): Generator<Declared> {
  const callee = node.field("function");
  const list = callee?.field("object");
  if (callee?.text === "Object.assign") yield* declareAssign(node);
  const method = callee?.field("property")?.text;
  if (list?.kind !== "identifier" || (method !== "push" && method !== "unshift")) return;
  for (const item of node.field("arguments")?.children ?? []) {
    const isMany = item.kind === "spread_element";
    const value = isMany ? item.children[0] : item;
    if (value) yield { scope: declaredIn(list), name: list.text, binding: { kind: "append", node: value, isMany } };
  }
}

function* declareAssign(node: SyntaxNode): Generator<Declared> {
  const [target, ...sources] = node.field("arguments")?.children ?? [];
  if (target?.kind !== "identifier") return;
  for (const source of sources)
    yield { scope: declaredIn(target), name: target.text, binding: { kind: "value", node: source } };
}

/** The scope around that declares this name, by the declarations in its statements. */
function declaredIn(name: SyntaxNode): SyntaxNode {
  for (let scope = name.ancestor(SCOPES); scope; scope = scope.ancestor(SCOPES)) {
    const statements = scope.children.flatMap((child) =>
      child.kind === "export_statement" ? child.children : [child],
    );
    const isHere = statements.some(
      ({ kind, children }) =>
        kind.endsWith("_declaration") && children.some((each) => each.field("name")?.text === name.text),
    );
    if (isHere) return scope;
  }
  return name.tree.root;
}
