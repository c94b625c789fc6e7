import type { Declared, Language, Parameter, Workspace } from "../evaluation/language.js";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.js";
import { CALL_KINDS, FUNCTION_KINDS, lower } from "./lower.js";

const SCOPES = new Set(["source_file", "block", "for_statement", "if_statement", "expression_case", ...FUNCTION_KINDS]);
const scopeOf = (node: SyntaxNode): SyntaxNode => node.ancestor(SCOPES) ?? node.tree.root;

function* declarations(tree: SyntaxTree): Generator<Declared> {
  for (const node of tree.root.descendants()) {
    const declare = DECLARING[node.kind];
    if (declare) yield* declare(node);
    if (FUNCTION_KINDS.has(node.kind)) yield* declareParameters(node);
  }
}

const DECLARING: Readonly<Record<string, (node: SyntaxNode) => Iterable<Declared>>> = {
  import_spec: declareImport,
  const_spec: declareValues,
  var_spec: declareValues,
  short_var_declaration: declareAssigned,
  assignment_statement: declareAssigned,
  function_declaration: declareFunction,
  range_clause: declareLoop,
};

function* declareImport(node: SyntaxNode): Generator<Declared> {
  const module = node.field("path")?.text.slice(1, -1) ?? "";
  const parts = module.split("/");
  const last = /^v\d+$/u.test(parts.at(-1) ?? "") ? parts.at(-2) : parts.at(-1);
  const name = node.field("name")?.text ?? (last ?? "").replace(/^go-|\.v\d+$/gu, "");
  yield { scope: node.tree.root, name, binding: { kind: "import", module, name: "*" } };
}

function* declareValues(node: SyntaxNode): Generator<Declared> {
  const names = node.children.filter(({ fieldName }) => fieldName === "name");
  const values = node.field("value")?.children ?? [];
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (value) yield { scope: scopeOf(node), name: name.text, binding: { kind: "value", node: value } };
  }
}

function* declareAssigned(node: SyntaxNode): Generator<Declared> {
  const names = node.field("left")?.children ?? [];
  const values = node.field("right")?.children ?? [];
  for (const [index, name] of names.entries()) {
    const value = values[index];
    if (!value || name.kind !== "identifier") continue;
    const scope = node.kind === "short_var_declaration" ? scopeOf(node) : declaredIn(name);
    yield { scope, name: name.text, binding: { kind: "value", node: value } };
  }
}

/** `ret = append(ret, tool)` adds to what was declared further out. */
function declaredIn(name: SyntaxNode): SyntaxNode {
  for (let scope = name.ancestor(SCOPES); scope; scope = scope.ancestor(SCOPES)) {
    const body = scope.child("statement_list")?.children ?? scope.children;
    const isHere = body.some(
      (statement) => DECLARES.has(statement.kind) && statement.text.slice(0, 400).includes(name.text),
    );
    if (isHere) return scope;
  }
  return scopeOf(name);
}
const DECLARES = new Set(["short_var_declaration", "var_declaration"]);

function* declareFunction(node: SyntaxNode): Generator<Declared> {
  const name = node.field("name")?.text;
  if (name !== undefined) yield { scope: node.tree.root, name, binding: { kind: "definition", node } };
}

function* declareParameters(fn: SyntaxNode): Generator<Declared> {
  for (const [index, { name }] of parameters(fn).entries())
    yield { scope: fn, name, binding: { kind: "parameter", fn, index, name } };
}

function* declareLoop(node: SyntaxNode): Generator<Declared> {
  const [key, value] = node.field("left")?.children ?? [];
  const iterable = node.field("right");
  const scope = scopeOf(node);
  if (!iterable) return;
  if (key) yield { scope, name: key.text, binding: { kind: "loop", iterable, pick: "key", at: node } };
  if (value) yield { scope, name: value.text, binding: { kind: "loop", iterable, pick: "value", at: node } };
}

function parameters(fn: SyntaxNode): Parameter[] {
  const list = fn.field("parameters")?.children ?? [];
  return list.flatMap((node) => {
    const names = node.children.filter(({ fieldName }) => fieldName === "name");
    return names.map((name) => ({ name: name.text, node, isRest: node.kind === "variadic_parameter_declaration" }));
  });
}

function returned(fn: SyntaxNode): SyntaxNode[] {
  const nodes = fn.field("body")?.descendants(FUNCTION_KINDS) ?? [];
  return [...nodes].filter(({ kind }) => kind === "return_statement").flatMap(({ children }) => children.slice(0, 1));
}

/** All files of the folder that a package is in. */
function resolve({ packages, folders }: Workspace, _from: string, module: string): readonly string[] {
  for (const [name, folder] of packages) {
    if (module !== name && !module.startsWith(`${name}/`)) continue;
    const inside = module.slice(name.length + 1);
    const path = [folder, inside].filter((part) => part !== "").join("/");
    const files = folders.get(path);
    if (files) return files;
  }
  return [];
}

function siblings({ folders }: Workspace, path: string): readonly string[] {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return (folders.get(folder) ?? []).filter((other) => other !== path);
}

export const go: Language = {
  name: "go",
  functionKinds: FUNCTION_KINDS,
  classKinds: new Set(),
  callKinds: CALL_KINDS,
  lower,
  declarations,
  parameters,
  returned,
  definedName: (node) =>
    node.field("name")?.text ?? (node.parent?.kind === "expression_list" ? assignedTo(node.parent) : undefined),
  members: () => new Map(),
  superclasses: () => [],
  constructorOf: () => undefined,
  isSuperCall: () => false,
  resolve,
  siblings,
};

const assignedTo = (list: SyntaxNode): string | undefined => list.parent?.field("left")?.children[0]?.text;
