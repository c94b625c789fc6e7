import type { Language } from "../evaluation/language.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { declarations } from "./declarations.js";
import { CALL_KINDS, CLASS_KINDS, FUNCTION_KINDS, lower } from "./lower.js";
import { parametersOf } from "./parameters.js";
import { resolveModule } from "./resolve-module.js";

function constructorOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.field("body")?.children.find((member) => member.field("name")?.text === "constructor");
}

function members(node: SyntaxNode): Map<string, SyntaxNode> {
  const made = constructorOf(node);
  const declared = (node.field("body")?.children ?? []).flatMap(declaredMember);
  // What is declared comes last, and counts.
  return new Map([...(made ? [...assignedMembers(made)] : []), ...(made ? parameterMembers(made) : []), ...declared]);
}

type Member = readonly [name: string, value: SyntaxNode];

function declaredMember(member: SyntaxNode): Member[] {
  const name = member.field("name")?.text;
  const isMethod = member.kind === "method_definition";
  const isGetter = isMethod && /^(?:[a-z]+\s+)*get\s/u.test(member.text.slice(0, 60));
  const value = isGetter ? returned(member)[0] : isMethod ? member : member.field("value");
  return name !== undefined && value ? [[name, value]] : [];
}

/** `this.name = …` */
function* assignedMembers(made: SyntaxNode): Generator<Member> {
  for (const assigned of made.descendants(FUNCTION_KINDS)) {
    if (assigned.kind !== "assignment_expression") continue;
    const left = assigned.field("left");
    const right = assigned.field("right");
    const name = left?.field("object")?.kind === "this" ? left.field("property")?.text : undefined;
    if (name !== undefined && right) yield [name, right];
  }
}

/** `constructor(private readonly name: string)` is a parameter and a field. */
function parameterMembers(made: SyntaxNode): Member[] {
  return (made.field("parameters")?.children ?? []).flatMap((parameter) => {
    const pattern = parameter.field("pattern");
    const isField = parameter.child("accessibility_modifier") !== undefined;
    return isField && pattern?.kind === "identifier" ? [[pattern.text, pattern] as const] : [];
  });
}

function returned(fn: SyntaxNode): SyntaxNode[] {
  const body = fn.field("body");
  if (!body) return [];
  if (body.kind !== "statement_block") return [body];
  return [...body.descendants(FUNCTION_KINDS)]
    .filter(({ kind }) => kind === "return_statement")
    .flatMap(({ children }) => children.slice(0, 1));
}

function definedName(node: SyntaxNode): string | undefined {
  const own = node.field("name")?.text;
  if (own !== undefined) return own;
  const { parent } = node;
  if (parent?.kind === "variable_declarator" || parent?.kind === "public_field_definition")
    return parent.field("name")?.text;
  return parent?.kind === "pair" ? parent.field("key")?.text : undefined;
}

export const typescript: Language = {
  name: "typescript",
  functionKinds: FUNCTION_KINDS,
  classKinds: CLASS_KINDS,
  callKinds: CALL_KINDS,
  lower,
  declarations,
  parameters: parametersOf,
  returned,
  definedName,
  members,
  superclasses: (node) => {
    const clause = node.child("class_heritage")?.child("extends_clause");
    const above = clause?.field("value");
    return above ? [above] : [];
  },
  constructorOf,
  isSuperCall: ({ kind }) => kind === "super",
  resolve: resolveModule,
  siblings: () => [],
};
