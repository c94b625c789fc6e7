import type { Evaluator } from "../evaluation/evaluator.js";
import { nodeKey } from "../evaluation/keys.js";
import { folderOf } from "../read-paths.js";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.js";
import { wordsOf } from "../words-of.js";

/** Aliases of aliases of pointers; a chain that is longer leads back to itself. */
const MAX_STEPS = 20;
/** Nobody gives a type of their own one of these names, and every file has them in it. */
const PREDECLARED = wordsOf(`
  string bool any error byte rune int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64
  complex64 complex128`);

/** A type as it is written somewhere, with what the type parameters that it may name stand for. */
export interface TypeUse {
  readonly node: SyntaxNode;
  readonly args: TypeArguments;
}
type TypeArguments = ReadonlyMap<string, TypeUse>;
const NO_ARGUMENTS: TypeArguments = new Map();

export const typeUse = (node: SyntaxNode): TypeUse => ({ node, args: NO_ARGUMENTS });

/** What a type comes down to, without its pointers and other names. */
export type GoType =
  | { readonly kind: "predeclared"; readonly name: string }
  | { readonly kind: "external"; readonly module: string; readonly name: string }
  /** `declared` is the declaration that gives it its name, where it has one. */
  | { readonly kind: "written"; readonly use: TypeUse; readonly declared: SyntaxNode | undefined };

interface Declared {
  readonly types: ReadonlyMap<string, SyntaxNode>;
  readonly methods: ReadonlyMap<string, readonly SyntaxNode[]>;
}

type Step = GoType | { readonly kind: "further"; readonly use: TypeUse; readonly declared?: SyntaxNode };

/** Finds the declarations of types and methods in the packages of a repository. */
export class GoTypes {
  readonly #evaluator: Evaluator;
  readonly #declared = new Map<SyntaxTree, Declared>();
  readonly #local = new Map<string, ReadonlyMap<string, SyntaxNode>>();
  readonly #packages = new Map<string, readonly SyntaxTree[]>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** Undefined where a name is declared nowhere, or stands for a type that only a caller knows. */
  follow(start: TypeUse): GoType | undefined {
    let use = start;
    let declared: SyntaxNode | undefined;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const next = this.#step(use);
      if (next?.kind === "written") return { ...next, declared };
      if (next?.kind !== "further") return next;
      ({ use } = next);
      declared = next.declared ?? declared;
    }
    return undefined;
  }

  /** The methods with this name that the package of a declaration has, or only those of the declared type. */
  methods(name: string, { tree }: SyntaxNode, typeName?: string): SyntaxNode[] {
    return this.#package(tree, name)
      .flatMap((each) => this.#declaredIn(each).methods.get(name) ?? [])
      .filter((method) => typeName === undefined || receiverType(method) === typeName);
  }

  #step({ node, args }: TypeUse): Step | undefined {
    switch (node.kind) {
      case "type_identifier":
      case "identifier":
        return this.#named(node, args);
      case "qualified_type":
      case "selector_expression":
        return this.#qualified(node);
      case "generic_type":
        return this.#instantiated(node, args);
      case "pointer_type":
      case "parenthesized_type":
      case "type_elem":
      case "unary_expression": {
        const inner = node.field("operand") ?? node.children[0];
        return inner && { kind: "further", use: { node: inner, args } };
      }
      default:
        return { kind: "written", use: { node, args }, declared: undefined };
    }
  }

  #named(node: SyntaxNode, args: TypeArguments): Step | undefined {
    const name = node.text;
    const given = args.get(name);
    if (given) return { kind: "further", use: given };
    if (PREDECLARED.has(name)) return { kind: "predeclared", name };
    if (isTypeParameter(name, node)) return undefined;
    const declared = this.#localType(name, node) ?? this.#typeIn(this.#package(node.tree, name), name);
    return declared && declaredStep(declared, NO_ARGUMENTS);
  }

  #qualified(node: SyntaxNode): Step | undefined {
    const [scope, name] = node.children;
    if (!scope || !name) return undefined;
    const [binding] = this.#evaluator.project.lookup(scope.text, scope);
    if (binding?.kind !== "import") return undefined;
    const trees = this.#evaluator.project.resolve(node.tree.path, binding.module);
    if (trees.length === 0) return { kind: "external", module: binding.module, name: name.text };
    const declared = this.#typeIn(trees, name.text);
    return declared && declaredStep(declared, NO_ARGUMENTS);
  }

  #instantiated(node: SyntaxNode, args: TypeArguments): Step | undefined {
    const generic = node.field("type");
    const step = generic && this.#step({ node: generic, args: NO_ARGUMENTS });
    if (step?.kind !== "further" || !step.declared) return step;
    const names = typeParameters(step.declared);
    const given = node.field("type_arguments")?.children ?? [];
    const bound = names.flatMap((name, index) => {
      const type = given[index];
      return type ? [[name, { node: type, args }] as const] : [];
    });
    return declaredStep(step.declared, new Map(bound));
  }

  /** The files of a package that have this name in them. */
  #package({ path }: SyntaxTree, name: string): readonly SyntaxTree[] {
    const { project } = this.#evaluator;
    const folder = folderOf(path);
    const key = `${folder}:${name}`;
    const known = this.#packages.get(key);
    if (known) return known;
    const named = project.workspace.folders.get(folder)?.filter((each) => project.text(each).includes(name)) ?? [];
    const trees = named.flatMap((each) => project.tree(each) ?? []);
    this.#packages.set(key, trees);
    return trees;
  }

  #typeIn(trees: readonly SyntaxTree[], name: string): SyntaxNode | undefined {
    for (const tree of trees) {
      const found = this.#declaredIn(tree).types.get(name);
      if (found) return found;
    }
    return undefined;
  }

  #declaredIn(tree: SyntaxTree): Declared {
    const known = this.#declared.get(tree);
    if (known) return known;
    const { children } = tree.root;
    const methods = children.filter(({ kind }) => kind === "method_declaration");
    const declared = { types: typesIn(children), methods: byName(methods) };
    this.#declared.set(tree, declared);
    return declared;
  }

  /** A type that is declared inside of the function that uses it. */
  #localType(name: string, from: SyntaxNode): SyntaxNode | undefined {
    for (let list = from.ancestor(STATEMENTS); list; list = list.ancestor(STATEMENTS)) {
      const key = nodeKey(list);
      const types = this.#local.get(key) ?? typesIn(list.children);
      this.#local.set(key, types);
      const found = types.get(name);
      if (found) return found;
    }
    return undefined;
  }
}

export const typeKey = (declared: SyntaxNode): string => nodeKey(declared);

function declaredStep(declared: SyntaxNode, args: TypeArguments): Step | undefined {
  const node = declared.field("type");
  return node && { kind: "further", use: { node, args }, declared };
}

const nameOf = (declaration: SyntaxNode): string => declaration.field("name")?.text ?? "";

function byName(declarations: readonly SyntaxNode[]): Map<string, SyntaxNode[]> {
  const named = new Map<string, SyntaxNode[]>();
  for (const node of declarations) {
    const same = named.get(nameOf(node));
    if (same) same.push(node);
    else named.set(nameOf(node), [node]);
  }
  return named;
}

/** `type A struct {…}` and `type ( A struct {…}; B = A )` */
const typesIn = (statements: readonly SyntaxNode[]): ReadonlyMap<string, SyntaxNode> =>
  new Map(
    statements
      .filter(({ kind }) => kind === "type_declaration")
      .flatMap(({ children }) => children.filter(({ kind }) => kind === "type_spec" || kind === "type_alias"))
      .map((spec) => [nameOf(spec), spec] as const),
  );

const STATEMENTS = new Set(["statement_list"]);

const GENERIC = new Set(["function_declaration", "type_spec", "type_alias"]);

function isTypeParameter(name: string, from: SyntaxNode): boolean {
  for (let around = from.ancestor(GENERIC); around; around = around.ancestor(GENERIC))
    if (typeParameters(around).includes(name)) return true;
  return false;
}

const typeParameters = (declaration: SyntaxNode): string[] =>
  (declaration.field("type_parameters")?.children ?? []).flatMap(({ children }) =>
    children.filter(({ fieldName }) => fieldName === "name").map(({ text }) => text),
  );

/** `T` of `func (t *T) name()` and `func (t T[K]) name()` */
function receiverType(method: SyntaxNode): string | undefined {
  let type = method.field("receiver")?.children[0]?.field("type");
  while (type && type.kind !== "type_identifier") [type] = type.children;
  return type?.text;
}
