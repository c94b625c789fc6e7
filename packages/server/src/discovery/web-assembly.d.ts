/** What we use of WebAssembly: the types of Node 20 leave it to those of browsers, which we do not want. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum: number; readonly shared: boolean });
    readonly buffer: ArrayBuffer;
    /** By pages of 64 KiB. */
    grow(pages: number): number;
  }
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  const Module: new (bytes: Uint8Array) => Module;
  class Instance {
    constructor(module: Module, imports?: { readonly [module: string]: object });
    readonly exports: object;
  }
}
