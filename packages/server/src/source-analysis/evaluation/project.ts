import type { Grammar, Parsers } from "../syntax/parsers.js";
import type { SyntaxNode, SyntaxTree } from "../syntax/syntax-tree.js";
import type { Binding, Declared, Language, Workspace } from "./language.js";

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

interface ProjectParts {
  readonly language: Language;
  readonly files: readonly SourceText[];
  readonly packages: ReadonlyMap<string, string>;
  readonly parsers: Parsers;
  readonly grammarOf: (path: string) => Grammar;
}

interface Scopes {
  /** By the node that the scope belongs to. */
  readonly own: ReadonlyMap<number, ReadonlyMap<string, readonly Binding[]>>;
  readonly exports: ReadonlyMap<string, readonly Binding[]>;
}

/** The files of one language. Each is parsed when it is first needed: most files of a repository never are. */
export class Project {
  readonly language: Language;
  readonly workspace: Workspace;
  /** Files that were needed and could not be parsed. */
  readonly unparsed = new Set<string>();
  readonly #texts: ReadonlyMap<string, string>;
  readonly #trees = new Map<string, SyntaxTree | undefined>();
  readonly #scopes = new Map<SyntaxTree, Scopes>();
  readonly #parsers: Parsers;
  readonly #grammarOf: (path: string) => Grammar;

  constructor({ language, files, packages, parsers, grammarOf }: ProjectParts) {
    this.language = language;
    this.#texts = new Map(files.map(({ path, text }) => [path, text]));
    this.workspace = { paths: new Set(this.#texts.keys()), packages, folders: byFolder(this.#texts.keys()) };
    this.#parsers = parsers;
    this.#grammarOf = grammarOf;
  }

  tree(path: string): SyntaxTree | undefined {
    if (this.#trees.has(path)) return this.#trees.get(path);
    const text = this.#texts.get(path);
    const tree = text === undefined ? undefined : this.#parsers.parse(path, text, this.#grammarOf(path));
    if (text !== undefined && tree === undefined) this.unparsed.add(path);
    this.#trees.set(path, tree);
    return tree;
  }

  /** Trees of the files that have one of these texts in them. */
  *treesWith(...texts: readonly string[]): Generator<SyntaxTree> {
    for (const [path, text] of this.#texts) {
      const tree = texts.some((each) => text.includes(each)) ? this.tree(path) : undefined;
      if (tree) yield tree;
    }
  }

  text(path: string): string {
    return this.#texts.get(path) ?? "";
  }

  /** What a name means at this place, from the inside to the outside. */
  lookup(name: string, from: SyntaxNode): readonly Binding[] {
    const { own } = this.#scopesOf(from.tree);
    for (let id = from.id; id >= 0; id = from.tree.parent(id)) {
      const found = own.get(id)?.get(name);
      if (found && !isInsideItself(found, from)) return found;
    }
    return this.#lookupBeside(name, from.tree);
  }

  /** What a file gives to those who import it. */
  exported(tree: SyntaxTree, name: string): readonly Binding[] {
    const { own, exports } = this.#scopesOf(tree);
    return exports.get(name) ?? own.get(0)?.get(name) ?? [];
  }

  exportedNames(tree: SyntaxTree): string[] {
    const { own, exports } = this.#scopesOf(tree);
    const declared = [...(own.get(0) ?? [])].filter(([, bindings]) => bindings.some(({ kind }) => kind !== "import"));
    return [...new Set([...declared.map(([name]) => name), ...exports.keys()])];
  }

  resolve(from: string, module: string): SyntaxTree[] {
    return this.#parsed(this.language.resolve(this.workspace, from, module));
  }

  #lookupBeside(name: string, tree: SyntaxTree): readonly Binding[] {
    const siblings = this.language.siblings(this.workspace, tree.path).filter((path) => this.text(path).includes(name));
    for (const other of this.#parsed(siblings)) {
      const found = this.#scopesOf(other).own.get(0)?.get(name);
      // An import belongs to its file, whatever else files share.
      const shared = found?.filter(({ kind }) => kind !== "import") ?? [];
      if (shared.length > 0) return shared;
    }
    return [];
  }

  #parsed(paths: readonly string[]): SyntaxTree[] {
    return paths.flatMap((path) => this.tree(path) ?? []);
  }

  #scopesOf(tree: SyntaxTree): Scopes {
    const known = this.#scopes.get(tree);
    if (known) return known;
    const scopes = collect(this.language.declarations(tree));
    this.#scopes.set(tree, scopes);
    return scopes;
  }
}

function byFolder(paths: Iterable<string>): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    const files = folders.get(folder);
    if (files) files.push(path);
    else folders.set(folder, [path]);
  }
  return folders;
}

/** `const x = f(x)` in an inner scope means the outer `x`, and a default may have the name of its parameter. */
function isInsideItself(bindings: readonly Binding[], from: SyntaxNode): boolean {
  return (
    bindings.length === 1 &&
    bindings.every(
      (binding) => binding.kind === "value" && binding.node.start <= from.start && from.end <= binding.node.end,
    ) &&
    bindings.every((binding) => binding.kind === "value" && !FUNCTION_LIKE.has(binding.node.kind))
  );
}

const FUNCTION_LIKE = new Set(["arrow_function", "function_expression", "func_literal", "lambda", "object", "class"]);

function collect(declarations: Iterable<Declared>): Scopes {
  const own = new Map<number, Map<string, Binding[]>>();
  const exports = new Map<string, Binding[]>();
  for (const { scope, name, binding, isExportOnly } of declarations) {
    const names = isExportOnly ? exports : (own.get(scope.id) ?? new Map<string, Binding[]>());
    if (!isExportOnly) own.set(scope.id, names);
    const bindings = names.get(name);
    if (bindings) bindings.push(binding);
    else names.set(name, [binding]);
  }
  return { own, exports };
}
