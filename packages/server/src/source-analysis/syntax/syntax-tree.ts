/**
 * A parsed file, copied out of the parser's memory: numbers in typed arrays, so that a tree of a million nodes costs 20 MB, counts
 * against the thread's heap limit, and is walked without a call into WebAssembly.
 */
export class SyntaxTree {
  readonly path: string;
  readonly text: string;
  readonly #names: SyntaxNames;
  readonly #nodes: NodeTable;

  constructor(path: string, text: string, names: SyntaxNames, nodes: NodeTable) {
    this.path = path;
    this.text = text;
    this.#names = names;
    this.#nodes = nodes;
  }

  get root(): SyntaxNode {
    return new SyntaxNode(this, 0);
  }

  get size(): number {
    return this.#nodes.count;
  }

  kind(id: number): string {
    return this.#names.kinds[this.#nodes.kind[id] ?? 0] ?? "";
  }

  fieldName(id: number): string {
    return this.#names.fields[this.#nodes.field[id] ?? 0] ?? "";
  }

  start(id: number): number {
    return this.#nodes.start[id] ?? 0;
  }

  end(id: number): number {
    return this.#nodes.end[id] ?? 0;
  }

  parent(id: number): number {
    return this.#nodes.parent[id] ?? -1;
  }

  firstChild(id: number): number {
    return this.#nodes.firstChild[id] ?? -1;
  }

  nextSibling(id: number): number {
    return this.#nodes.nextSibling[id] ?? -1;
  }
}

/** Names of node kinds and fields by the parser's numbers. */
export interface SyntaxNames {
  readonly kinds: readonly string[];
  readonly fields: readonly string[];
}

export interface NodeTable {
  readonly count: number;
  readonly kind: Uint16Array;
  readonly field: Uint16Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly parent: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
}

/** A place in a tree. Two of the same place are different objects: compare `tree` and `id`. */
export class SyntaxNode {
  readonly tree: SyntaxTree;
  readonly id: number;

  constructor(tree: SyntaxTree, id: number) {
    this.tree = tree;
    this.id = id;
  }

  get kind(): string {
    return this.tree.kind(this.id);
  }

  get text(): string {
    return this.tree.text.slice(this.start, this.end);
  }

  get start(): number {
    return this.tree.start(this.id);
  }

  get end(): number {
    return this.tree.end(this.id);
  }

  get fieldName(): string {
    return this.tree.fieldName(this.id);
  }

  get parent(): SyntaxNode | undefined {
    const parent = this.tree.parent(this.id);
    return parent < 0 ? undefined : new SyntaxNode(this.tree, parent);
  }

  get children(): SyntaxNode[] {
    const children: SyntaxNode[] = [];
    for (let id = this.tree.firstChild(this.id); id >= 0; id = this.tree.nextSibling(id))
      children.push(new SyntaxNode(this.tree, id));
    return children;
  }

  /** The child that the grammar gives this role. */
  field(name: string): SyntaxNode | undefined {
    for (let id = this.tree.firstChild(this.id); id >= 0; id = this.tree.nextSibling(id))
      if (this.tree.fieldName(id) === name) return new SyntaxNode(this.tree, id);
    return undefined;
  }

  child(kind: string): SyntaxNode | undefined {
    for (let id = this.tree.firstChild(this.id); id >= 0; id = this.tree.nextSibling(id))
      if (this.tree.kind(id) === kind) return new SyntaxNode(this.tree, id);
    return undefined;
  }

  isSame(other: SyntaxNode): boolean {
    return this.tree === other.tree && this.id === other.id;
  }

  /** The nearest node around this one of one of these kinds. */
  ancestor(kinds: ReadonlySet<string>): SyntaxNode | undefined {
    for (let id = this.tree.parent(this.id); id >= 0; id = this.tree.parent(id))
      if (kinds.has(this.tree.kind(id))) return new SyntaxNode(this.tree, id);
    return undefined;
  }

  /** This node and all below it in the order of the text, without those below a node of the kinds to skip. */
  *descendants(skip: ReadonlySet<string> = NONE): Generator<SyntaxNode> {
    const { tree } = this;
    let id = this.id;
    for (;;) {
      yield new SyntaxNode(tree, id);
      const child = id !== this.id && skip.has(tree.kind(id)) ? -1 : tree.firstChild(id);
      if (child >= 0) {
        id = child;
        continue;
      }
      while (id !== this.id && tree.nextSibling(id) < 0) id = tree.parent(id);
      if (id === this.id) return;
      id = tree.nextSibling(id);
    }
  }

  /** `file:line`, for people. */
  get place(): string {
    let line = 1;
    for (let at = this.tree.text.indexOf("\n"); at >= 0 && at < this.start; at = this.tree.text.indexOf("\n", at + 1))
      line += 1;
    return `${this.tree.path}:${line}`;
  }
}

const NONE: ReadonlySet<string> = new Set();
