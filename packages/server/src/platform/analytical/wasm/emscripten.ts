/** The part of Emscripten's module and of its virtual file system that we use. Addresses are 64 bits wide. */
export interface ChdbModule {
  readonly FS: EmscriptenFs;
  /** As large as the memory was when this thread last used it; getValue looks again. */
  readonly HEAPU8: Uint8Array;
  getValue(address: number, type: "i8"): number;
  UTF8ToString(address: number): string;
  _malloc(bytes: number): number;
  _free(address: number): void;
  _chdb_wasm_connect(path: bigint): bigint;
  _chdb_wasm_close_conn(connection: bigint): void;
  _chdb_wasm_query_conn(connection: bigint, statement: bigint, format: bigint): bigint;
  _chdb_wasm_result_error(result: bigint): bigint;
  _chdb_wasm_result_buffer(result: bigint): bigint;
  _chdb_wasm_result_length(result: bigint): bigint;
  _chdb_wasm_result_rows_read(result: bigint): bigint;
  _chdb_wasm_result_bytes_read(result: bigint): bigint;
  _chdb_wasm_result_elapsed(result: bigint): number;
  _chdb_wasm_free_result(result: bigint): void;
}

export interface EmscriptenFs {
  readonly ErrnoError: new (errno: number) => Error;
  createNode(parent: FsNode | null, name: string, mode: number, device: number): FsNode;
  lookupNode(parent: FsNode, name: string): FsNode;
  destroyNode(node: FsNode): void;
  isDir(mode: number): boolean;
  mkdirTree(path: string): void;
  mount(type: { mount(mount: unknown): FsNode }, options: { readonly root: string }, mountPoint: string): FsNode;
  writeFile(path: string, content: Uint8Array): void;
}

export interface FsNode {
  name: string;
  mode: number;
  parent: FsNode;
  node_ops: NodeOperations;
  stream_ops: StreamOperations;
}

export interface FsStream {
  readonly node: FsNode;
  readonly isWrite: boolean;
  position: number;
  /** The file behind it, shared by all streams that were made of this one by dup. */
  readonly shared: { file?: number; users?: number; written?: boolean };
}

export interface Attributes {
  readonly mode?: number;
  readonly size?: number;
  readonly atime?: number;
  readonly mtime?: number;
}

export interface NodeOperations {
  getattr(node: FsNode): unknown;
  setattr(node: FsNode, change: Attributes): void;
  lookup(parent: FsNode, name: string): FsNode;
  mknod(parent: FsNode, name: string, mode: number): FsNode;
  rename(node: FsNode, newParent: FsNode, newName: string): void;
  unlink(parent: FsNode, name: string): void;
  rmdir(parent: FsNode, name: string): void;
  readdir(node: FsNode): string[];
  symlink(parent: FsNode, name: string, target: string): FsNode;
  readlink(node: FsNode): string;
  statfs(root: string): unknown;
}

export interface StreamOperations {
  open(stream: FsStream): void;
  dup(stream: FsStream): void;
  close(stream: FsStream): void;
  getattr(stream: FsStream): unknown;
  setattr(stream: FsStream, change: Attributes): void;
  read(stream: FsStream, memory: Int8Array, at: number, length: number, position: number): number;
  write(stream: FsStream, memory: Int8Array, at: number, length: number, position: number): number;
  llseek(stream: FsStream, offset: number, whence: number): number;
}
