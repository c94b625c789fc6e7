import type { SyntaxNode } from "../syntax/syntax-tree.js";
import type { Evaluating } from "./evaluating.js";
import { type ClassValue, Environment, type InstanceValue, isType, type Thunk, type Value } from "./values.js";

/** Members that say how a schema or an enum's member is looked at, and leave it what it is. */
const SAME = new Set(["shape", "value", "schema", "_def", "enum"]);
const MAX_SUPERCLASSES = 8;

export function memberOf(evaluator: Evaluating, value: Value, name: string): Value {
  if (isType(value, "object")) {
    const entry = value.entries.get(name);
    return entry ? evaluator.force(entry) : undefined;
  }
  if (isType(value, "module"))
    return exportedOf(
      evaluator,
      value.trees.map(({ path }) => path),
      name,
    );
  if (isType(value, "class") || isType(value, "instance")) return memberOfClass(evaluator, value, name);
  if (isType(value, "external")) return { ...value, path: [...value.path, name] };
  if (SAME.has(name) && (typeof value === "string" || isType(value, "call"))) return value;
  return undefined;
}

function exportedOf(evaluator: Evaluating, paths: readonly string[], name: string): Value {
  for (const path of paths) {
    const found = evaluator.exported(path, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Classes of tools that are named from the outside say their name in one of these. */
const NAMES = ["toolName", "TOOL_NAME", "tool_name"];

function memberOfClass(evaluator: Evaluating, self: ClassValue | InstanceValue, name: string): Value {
  const found = inherited(evaluator, self, name);
  if (found !== undefined || name !== "name") return found;
  return NAMES.map((each) => inherited(evaluator, self, each)).find((value) => value !== undefined);
}

function inherited(evaluator: Evaluating, self: ClassValue | InstanceValue, name: string): Value {
  const { language } = evaluator.project;
  let at: ClassValue | undefined = self.type === "instance" ? self.of : self;
  let env = self.type === "instance" ? constructed(evaluator, self) : new Environment(new Map(), undefined, self);
  for (let steps = 0; at && steps < MAX_SUPERCLASSES; steps += 1) {
    const found = language.members(at.node).get(name);
    if (found) return evaluator.evaluate(found, env);
    const own = language.constructorOf(at.node);
    const above: ClassValue | undefined = superclassOf(evaluator, at);
    if (above && own) env = throughSuper(evaluator, { own, above, env });
    else if (above && self.type === "instance") env = constructed(evaluator, { ...self, of: above });
    at = above;
  }
  return undefined;
}

function superclassOf(evaluator: Evaluating, { node }: ClassValue): ClassValue | undefined {
  for (const above of evaluator.project.language.superclasses(node)) {
    const value = evaluator.evaluate(above);
    if (isType(value, "class") && !value.node.isSame(node)) return value;
  }
  return undefined;
}

/** The parameters of a class's constructor, as an instance was made. */
function constructed(evaluator: Evaluating, self: InstanceValue): Environment {
  const own = evaluator.project.language.constructorOf(self.of.node);
  const { args, named } = evaluator.argumentsOf(self.args, self.env);
  return new Environment(own ? evaluator.bind(own, args, named) : new Map<string, Thunk>(), undefined, self);
}

/** The parameters of the constructor above, as the constructor of a subclass calls it. */
function throughSuper(
  evaluator: Evaluating,
  { own, above, env }: { own: SyntaxNode; above: ClassValue; env: Environment },
): Environment {
  const { language } = evaluator.project;
  const target = language.constructorOf(above.node);
  if (!target) return env;
  for (const node of own.descendants(language.functionKinds)) {
    const call = language.callKinds.has(node.kind) ? language.lower(node) : undefined;
    if (call?.kind !== "call" || !language.isSuperCall(call.callee)) continue;
    const { args, named } = evaluator.argumentsOf(call.args, env);
    return new Environment(evaluator.bind(target, args, named), env);
  }
  return env;
}
