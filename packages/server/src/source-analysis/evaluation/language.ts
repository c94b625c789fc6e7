import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.js";

/** One level of an expression, in the terms that the languages share; what is inside stays a node until somebody asks. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly Item[] }
  | { readonly kind: "object"; readonly entries: readonly Entry[]; readonly type?: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "member"; readonly of: SyntaxNode; readonly name: string }
  | { readonly kind: "index"; readonly of: SyntaxNode; readonly at: SyntaxNode }
  | { readonly kind: "call"; readonly callee: SyntaxNode; readonly args: readonly Argument[] }
  | { readonly kind: "concat"; readonly parts: readonly (string | SyntaxNode)[] }
  | { readonly kind: "choice"; readonly options: readonly SyntaxNode[]; readonly test?: SyntaxNode | undefined }
  | { readonly kind: "map"; readonly element: SyntaxNode; readonly iterable: SyntaxNode; readonly at: SyntaxNode }
  | { readonly kind: "function" }
  | { readonly kind: "class" }
  | { readonly kind: "self" }
  | { readonly kind: "unknown" };

export interface Item {
  readonly node: SyntaxNode;
  readonly isSpread: boolean;
}

export interface Entry {
  /** Null where another object is spread; a node where the key is computed. */
  readonly key: string | SyntaxNode | null;
  readonly value: SyntaxNode;
}

export interface Argument {
  readonly name?: string;
  readonly value: SyntaxNode;
  readonly isSpread?: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly default?: SyntaxNode;
  readonly annotation?: SyntaxNode;
  /** `...rest`, `*args` and `**options`. */
  readonly isRest?: boolean;
}

/** How a name gets its value. */
export type Binding =
  | { readonly kind: "value"; readonly node: SyntaxNode; readonly path?: readonly (string | number)[] }
  | { readonly kind: "append"; readonly node: SyntaxNode; readonly isMany: boolean }
  | { readonly kind: "loop"; readonly iterable: SyntaxNode; readonly pick: LoopPick; readonly at: SyntaxNode }
  | {
      readonly kind: "parameter";
      readonly fn: SyntaxNode;
      readonly index: number;
      readonly name: string;
      readonly path?: readonly (string | number)[];
    }
  | { readonly kind: "import"; readonly module: string; readonly name: string }
  | { readonly kind: "definition"; readonly node: SyntaxNode };

/** What of each element a loop's variable stands for. */
export type LoopPick = "value" | "key" | readonly (string | number)[];

export interface Declared {
  readonly scope: SyntaxNode;
  readonly name: string;
  readonly binding: Binding;
  /** Seen only by those who import the file. */
  readonly isExportOnly?: boolean;
}

/** What the evaluation needs to know of a language. */
export interface Language {
  readonly name: "python" | "typescript" | "go";
  readonly functionKinds: ReadonlySet<string>;
  readonly classKinds: ReadonlySet<string>;
  readonly callKinds: ReadonlySet<string>;
  lower(node: SyntaxNode): Expression;
  declarations(tree: SyntaxTree): Iterable<Declared>;
  parameters(fn: SyntaxNode): readonly Parameter[];
  returned(fn: SyntaxNode): readonly SyntaxNode[];
  /** The name by which a function or class is called. */
  definedName(node: SyntaxNode): string | undefined;
  /** Fields of a class and its methods, and the classes that it extends. */
  members(node: SyntaxNode): ReadonlyMap<string, SyntaxNode>;
  superclasses(node: SyntaxNode): readonly SyntaxNode[];
  /** The function that an instance is made by. */
  constructorOf(node: SyntaxNode): SyntaxNode | undefined;
  /** Whether the callee is the constructor of the class above. */
  isSuperCall(callee: SyntaxNode): boolean;
  /** The files that an import may mean: none where it is outside of the repository. */
  resolve(workspace: Workspace, from: string, module: string): readonly string[];
  /** Files that share one scope with this one. */
  siblings(workspace: Workspace, path: string): readonly string[];
}

/** The files of a language, and the folders of the packages that the repository has, by their names. */
export interface Workspace {
  readonly paths: ReadonlySet<string>;
  readonly packages: ReadonlyMap<string, string>;
  /** By folder. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
}
