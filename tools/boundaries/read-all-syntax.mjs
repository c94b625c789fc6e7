import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const HOOKS = {
  ImportDeclaration: "visitImportDeclaration",
  ExportAllDeclaration: "visitExportAllDeclaration",
  ExportNamedDeclaration: "visitExportNamedDeclaration",
  TsImportEqualsDeclaration: "visitTsImportEqualsDeclaration",
  CallExpression: "visitCallExpression",
};
// dependency-cruiser calls these on the class below it; the spelling of the last two is swc's.
const SUPER_HOOKS = [
  ...Object.values(HOOKS),
  "visitTsTypeAnnotation",
  "visitExportAllDeclration",
  "visitExportNamedDeclration",
];

/**
 * dependency-cruiser finds imports with swc's Visitor, which is no longer kept up: it throws on `using` declarations,
 * overlooks `import("…")` in type aliases, and the parser is never told about JSX. This makes it walk swc's tree node by
 * node instead, so that no syntax can hide an import. Call it before dependency-cruiser is first imported.
 */
export function readAllSyntax() {
  const { Visitor } = require("@swc/core/Visitor.js");
  for (const hook of SUPER_HOOKS) Visitor.prototype[hook] = (node) => node;
  Visitor.prototype.visitModule = walkModule;

  const swc = require("@swc/core");
  const { parseFileSync } = swc;
  swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith(".tsx") });
}

function walkModule(module) {
  walk(this, module.body);
  return module;
}

function walk(visitor, node) {
  if (node === null || typeof node !== "object") return;
  if (node.type === "TsImportType") visitor.visitTsTypeAnnotation({ typeAnnotation: node });
  else if (HOOKS[node.type]) visitor[HOOKS[node.type]](node);
  for (const child of Object.values(node)) walk(visitor, child);
}
