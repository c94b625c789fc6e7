import type { Evaluator } from "../evaluation/evaluator.js";
import { wholeText } from "../evaluation/to-json.js";
import { Environment, isType, type Thunk } from "../evaluation/values.js";
import type { Findings } from "../findings.js";
import type { SyntaxNode } from "../syntax/syntax-tree.js";
import { lower } from "./lower.js";

/** `os.environ["NAME"]`, `os.environ.get("NAME")`, `os.getenv("NAME")` and the fields of pydantic's settings. */
export function findVariables(evaluator: Evaluator, findings: Findings): void {
  for (const tree of evaluator.project.treesWith("environ", "getenv", "BaseSettings"))
    for (const node of tree.root.descendants()) {
      evaluator.begin();
      for (const name of namesIn(evaluator, node)) findings.variables.push({ path: tree.path, name });
    }
}

function namesIn(evaluator: Evaluator, node: SyntaxNode): string[] {
  if (node.kind === "class_definition") return settingsNames(evaluator, node);
  const read = node.kind === "call" || node.kind === "subscript" ? nameRead(node) : undefined;
  const name = read && evaluator.evaluate(read);
  return typeof name === "string" ? [name] : [];
}

function nameRead(node: SyntaxNode): SyntaxNode | undefined {
  const expression = lower(node);
  if (expression.kind === "index") return /^(?:os\.)?environ$/u.test(expression.of.text) ? expression.at : undefined;
  if (expression.kind !== "call") return undefined;
  const isRead = /^(?:(?:os\.)?environ\.(?:get|setdefault)|(?:os\.)?getenv)$/u.test(
    expression.callee.text.slice(0, 40),
  );
  return isRead ? expression.args[0]?.value : undefined;
}

/** `class Settings(BaseSettings)`: a field is read from the variable that it names, or that is named like it. */
function settingsNames(evaluator: Evaluator, node: SyntaxNode): string[] {
  if (!/\bBaseSettings\b/u.test(node.field("superclasses")?.text ?? "")) return [];
  const statements = node.field("body")?.children.flatMap(({ children }) => children.slice(0, 1)) ?? [];
  const fields = statements.filter((field) => field.kind === "assignment");
  const prefix = prefixOf(evaluator, fields);
  return fields.flatMap((field) => {
    const name = field.field("left")?.text ?? "";
    const value = field.field("right");
    if (!field.field("type") || name.startsWith("_") || name === "model_config") return [];
    const aliases = value ? aliasesOf(evaluator, value) : [];
    return aliases.length > 0 ? aliases : [`${prefix}${name}`.toUpperCase()];
  });
}

function prefixOf(evaluator: Evaluator, fields: readonly SyntaxNode[]): string {
  const config = fields.find((field) => field.field("left")?.text === "model_config")?.field("right");
  const value = config && evaluator.evaluate(config);
  if (!isType(value, "call")) return "";
  const { named } = evaluator.argumentsOf(value.args, value.env);
  return wholeText(evaluator.force(named.get("env_prefix"))) ?? "";
}

function aliasesOf(evaluator: Evaluator, value: SyntaxNode): string[] {
  const field = lower(value);
  if (field.kind !== "call") return [];
  const { named } = evaluator.argumentsOf(field.args, Environment.EMPTY);
  const given: (Thunk | undefined)[] = ["validation_alias", "alias", "env"].map((name) => named.get(name));
  return given.flatMap((thunk) => {
    const alias = evaluator.force(thunk);
    if (isType(alias, "call") && alias.name === "AliasChoices") {
      const { args } = evaluator.argumentsOf(alias.args, alias.env);
      return args.map((each) => wholeText(evaluator.force(each)) ?? "");
    }
    return typeof alias === "string" ? [alias] : [];
  });
}
