import type { Language, Workspace } from "../evaluation/language.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { declarations } from "./declarations.js";
import { CALL_KINDS, CLASS_KINDS, FUNCTION_KINDS, lower } from "./lower.js";
import { parametersOf } from "./parameters.js";

/** A definition without its decorators. */
const undecorated = (node: SyntaxNode): SyntaxNode =>
  node.kind === "decorated_definition" ? (node.field("definition") ?? node) : node;

function constructorOf(node: SyntaxNode): SyntaxNode | undefined {
  return node
    .field("body")
    ?.children.map(undecorated)
    .find((member) => member.kind === "function_definition" && member.field("name")?.text === "__init__");
}

function members(node: SyntaxNode): Map<string, SyntaxNode> {
  const made = constructorOf(node);
  const declared = (node.field("body")?.children ?? []).map(undecorated).flatMap(declaredMember);
  // What the class declares comes last, and counts.
  return new Map([...(made ? assignedMembers(made) : []), ...declared]);
}

type Member = readonly [name: string, value: SyntaxNode];

function declaredMember(member: SyntaxNode): Member[] {
  if (member.kind === "function_definition") return methodMember(member);
  const assigned = member.kind === "expression_statement" ? member.children[0] : undefined;
  const name = assigned?.kind === "assignment" ? assigned.field("left")?.text : undefined;
  const value = assigned?.field("right");
  return name !== undefined && value ? [[name, value]] : [];
}

function methodMember(method: SyntaxNode): Member[] {
  const isProperty = method.parent?.child("decorator")?.text === "@property";
  const name = method.field("name")?.text;
  const value = isProperty ? returned(method)[0] : method;
  return name !== undefined && value ? [[name, value]] : [];
}

/** `self.name = …` */
function* assignedMembers(made: SyntaxNode): Generator<Member> {
  for (const assigned of made.descendants(FUNCTION_KINDS)) {
    if (assigned.kind !== "assignment") continue;
    const left = assigned.field("left");
    const right = assigned.field("right");
    const name = left?.field("object")?.text === "self" ? left.field("attribute")?.text : undefined;
    if (name !== undefined && right) yield [name, right];
  }
}

function returned(fn: SyntaxNode): SyntaxNode[] {
  const body = fn.field("body");
  if (!body) return [];
  if (fn.kind === "lambda") return [body];
  return [...body.descendants(FUNCTION_KINDS)]
    .filter(({ kind }) => kind === "return_statement")
    .flatMap(({ children }) => children.slice(0, 1));
}

/** The nearest file that the module's dotted name ends in: what is on Python's path is not known. */
function resolve({ paths, folders }: Workspace, from: string, module: string): string[] {
  const dots = /^\.*/u.exec(module)?.[0].length ?? 0;
  const inside = module
    .slice(dots)
    .split(".")
    .filter((part) => part !== "")
    .join("/");
  if (dots > 0) {
    const folder = from.split("/").slice(0, -dots);
    return firstOf(paths, [...folder, ...(inside === "" ? [] : [inside])].join("/"));
  }
  if (inside === "") return [];
  const parts = from.split("/").slice(0, -1);
  for (let length = parts.length; length >= 0; length -= 1) {
    const folder = parts.slice(0, length).join("/");
    for (const root of ["", "src/"]) {
      const found = firstOf(paths, `${folder === "" ? "" : `${folder}/`}${root}${inside}`);
      if (found.length > 0) return found;
    }
  }
  // `import a` of a package whose folder has no file of its own still leads to what is below it.
  return folders.has(inside) ? firstOf(paths, inside) : [];
}

function firstOf(paths: ReadonlySet<string>, path: string): string[] {
  const found = [`${path}.py`, `${path}/__init__.py`].find((each) => paths.has(each));
  return found === undefined ? [] : [found];
}

export const python: Language = {
  name: "python",
  functionKinds: FUNCTION_KINDS,
  classKinds: CLASS_KINDS,
  callKinds: CALL_KINDS,
  lower,
  declarations,
  parameters: parametersOf,
  returned,
  definedName: (node) => node.field("name")?.text,
  members,
  superclasses: (node) => node.field("superclasses")?.children.filter(({ kind }) => kind !== "keyword_argument") ?? [],
  constructorOf,
  isSuperCall: ({ text }) => text === "super().__init__",
  resolve,
  siblings: () => [],
};
