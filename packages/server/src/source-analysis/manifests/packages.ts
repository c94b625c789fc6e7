import { parse as parseToml } from "smol-toml";
import type { SourceText } from "../evaluation/project.js";
import { folderOf, nameOf } from "../read-paths.js";
import { asList, asObject, asText, type Json, parseJson } from "./json.js";

/** What the manifest of a package declares. */
export interface PackageManifest {
  readonly kind: "npm" | "python" | "go";
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  readonly version: string | null;
  readonly dependencies: ReadonlySet<string>;
  /** The commands that it installs. */
  readonly commands: readonly string[];
  /** It only holds other packages together. */
  readonly isWorkspace: boolean;
}

const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,60})?$/u;
const versionOf = (value: unknown): string | null => (VERSION.test(asText(value)) ? asText(value) : null);

const READERS: Readonly<Record<string, (text: string, folder: string) => PackageManifest>> = {
  "package.json": readPackageJson,
  "pyproject.toml": readPyproject,
  "go.mod": readGoMod,
};

export function readPackages(files: readonly SourceText[]): PackageManifest[] {
  return files.flatMap(({ path, text }) => {
    const read = READERS[nameOf(path)];
    return read ? [read(text, folderOf(path))] : [];
  });
}

function readPackageJson(text: string, folder: string): PackageManifest {
  const json = parseJson(text);
  const { bin } = json;
  const fields = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  return {
    kind: "npm",
    folder,
    name: asText(json["name"]),
    description: asText(json["description"]),
    version: versionOf(json["version"]),
    dependencies: new Set(fields.flatMap((field) => Object.keys(asObject(json[field])))),
    commands: typeof bin === "string" ? [asText(json["name"])] : Object.keys(asObject(bin)),
    isWorkspace: json["workspaces"] !== undefined,
  };
}

function readPyproject(text: string, folder: string): PackageManifest {
  const toml = parsedToml(text);
  const project = asObject(toml["project"]);
  const poetry = asObject(asObject(toml["tool"])["poetry"]);
  const required = [
    ...asList(project["dependencies"]).map(asText),
    ...Object.values(asObject(project["optional-dependencies"])).flatMap(asList).map(asText),
    ...Object.keys(asObject(poetry["dependencies"])),
  ];
  return {
    kind: "python",
    folder,
    name: asText(project["name"]) || asText(poetry["name"]),
    description: asText(project["description"]) || asText(poetry["description"]),
    version: versionOf(project["version"] ?? poetry["version"]),
    dependencies: new Set(required.map((each) => /^[\w.-]*/u.exec(each)?.[0].toLowerCase() ?? "")),
    commands: [...Object.keys(asObject(project["scripts"])), ...Object.keys(asObject(poetry["scripts"]))],
    isWorkspace: asObject(asObject(toml["tool"])["uv"])["workspace"] !== undefined,
  };
}

function parsedToml(text: string): Json {
  try {
    return asObject(parseToml(text));
  } catch {
    return {};
  }
}

function readGoMod(text: string, folder: string): PackageManifest {
  const lines = text.split("\n").map((line) => line.trim().replace(/^require\s+/u, ""));
  const module =
    lines
      .find((line) => line.startsWith("module "))
      ?.slice("module ".length)
      .trim() ?? "";
  return {
    kind: "go",
    folder,
    name: module,
    description: "",
    version: null,
    dependencies: new Set(lines.map((line) => line.split(" ")[0] ?? "").filter((name) => name.includes("/"))),
    commands: [],
    isWorkspace: false,
  };
}
