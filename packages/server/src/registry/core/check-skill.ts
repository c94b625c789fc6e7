import { MAX_SKILL_BYTES, slugOf, type FieldError } from "@tackroom/contract";
import { isRecord, recordsOf, textOf, type Fields } from "./fields.js";
import { fileBytes, fileSize, isBase64, isBinary, isReadableText } from "./skill-bytes.js";
import { parseSkillMd } from "./skill-md.js";
import { checkFileName, checkSource, isInside } from "./sources.js";

const SKILL_MD = "skill_md_content";
/** Texts are read by the scanners, word for word; fonts and images are not. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** What the schema cannot say about a skill: the rules of Agent Skills, and where its text and files are. */
export function checkSkill(fields: Fields): FieldError[] {
  const skillMd = textOf(fields, SKILL_MD);
  return [
    ...checkDelivery(fields, skillMd),
    ...(skillMd === undefined ? [] : checkSkillMd(skillMd)),
    ...checkSource(fields, { url: "git_url", ref: "git_ref", path: "skill_path" }),
    ...checkScript(fields),
    ...checkSkillFiles(fields),
  ];
}

/** What makes an archive of the files, and holds of a draft as well: its archive is made like any other. */
export function checkSkillFiles(fields: Fields): FieldError[] {
  const name = textOf(fields, "script_filename");
  const ofScript =
    name === undefined ? [] : [...checkFileName(name, "script_filename"), ...checkNotSkillMd(name, "script_filename")];
  return [...ofScript, ...checkFiles(fields)];
}

function checkDelivery(fields: Fields, skillMd: string | undefined): FieldError[] {
  if (skillMd !== undefined) return [];
  if (fields["delivery_mode"] === "registry_direct") {
    return [
      { path: SKILL_MD, message: "A skill delivered by the registry requires the content of its SKILL.md here." },
    ];
  }
  if (textOf(fields, "git_url") !== undefined) return [];
  return [{ path: "git_url", message: "Either git_url or skill_md_content is required." }];
}

/** Harnesses add keys of their own to the front matter; only those of the specification are looked at. */
function checkSkillMd(text: string): readonly FieldError[] {
  const { frontMatter, errors } = parseSkillMd(text);
  if (errors.length > 0) return errors;
  const problems = [
    problemOfName(frontMatter["name"]),
    problemOfText("description", frontMatter["description"], 1024),
    ...("compatibility" in frontMatter ? [problemOfText("compatibility", frontMatter["compatibility"], 500)] : []),
    problemOfMetadata(frontMatter["metadata"]),
    problemOfTools(frontMatter["allowed-tools"]),
  ];
  return problems.flatMap((message) => (message === undefined ? [] : [{ path: SKILL_MD, message }]));
}

function problemOfName(name: unknown): string | undefined {
  if (typeof name === "string" && name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return undefined;
  const slug = typeof name === "string" ? slugOf(name) : "";
  if (slug !== "" && slug.length <= 64)
    return `The name in the front matter must be lowercase letters and digits, separated by single hyphens: ${slug} instead of "${String(name)}".`;
  return "The front matter requires a name of 1 to 64 lowercase letters and digits, separated by single hyphens.";
}

function problemOfText(key: string, value: unknown, longest: number): string | undefined {
  const length = typeof value === "string" && value.trim() !== "" ? characters(value) : 0;
  if (length > longest) return `${key} in the front matter is ${length} characters long (max ${longest}).`;
  if (length > 0) return undefined;
  return `${key} in the front matter must be a string of 1 to ${longest} characters.`;
}

const characters = (text: string): number => (text.length > 4096 ? text.length : Array.from(text).length);

/** The specification wants strings as values. Many skills nest lists and maps for one harness, which the others leave alone. */
function problemOfMetadata(metadata: unknown): string | undefined {
  if (metadata === undefined || metadata === null || isRecord(metadata)) return undefined;
  return "metadata in the front matter must be a map of names to values.";
}

/** The specification wants one text; Claude Code reads a list as well. */
function problemOfTools(tools: unknown): string | undefined {
  if (tools === undefined || tools === null || typeof tools === "string") return undefined;
  if (Array.isArray(tools) && tools.every((tool) => typeof tool === "string")) return undefined;
  return "allowed-tools in the front matter must be a string of tool names separated by spaces.";
}

function checkScript(fields: Fields): FieldError[] {
  if (textOf(fields, "script_filename") !== undefined || textOf(fields, "script_content") === undefined) return [];
  return [{ path: "script_filename", message: "Required with a script: its file name, such as run.sh." }];
}

function checkFiles(fields: Fields): FieldError[] {
  const files = recordsOf(fields, "files");
  const script = textOf(fields, "script_content") && textOf(fields, "script_filename");
  const taken = new Set(script === undefined ? [] : [sameFile(script)]);
  const errors = files.flatMap((file, index) => checkPath(pathOf(file), `files[${index}].path`, taken));
  const folders = new Set(files.flatMap((file) => foldersOf(sameFile(pathOf(file)))));
  files.forEach((file, index) => {
    if (!folders.has(sameFile(pathOf(file)))) return;
    errors.push({
      path: `files[${index}].path`,
      message: "Another file is in a folder with this name. Rename one of them.",
    });
  });
  return [...errors, ...files.flatMap(checkBinary), ...checkSizes(files)];
}

const sizeOf = (files: readonly Fields[]): number => files.reduce((sum, file) => sum + fileSize(file), 0);

function checkSizes(files: readonly Fields[]): FieldError[] {
  const [all, texts] = [sizeOf(files), sizeOf(files.filter((file) => !isBinary(file)))];
  if (all > MAX_SKILL_BYTES) {
    return [
      {
        path: "files",
        message: `The total size of the files is ${all} bytes, which exceeds the limit of ${MAX_SKILL_BYTES}.`,
      },
    ];
  }
  if (texts <= MAX_TEXT_BYTES) return [];
  return [
    {
      path: "files",
      message: `The total size of the text files is ${texts} bytes, which exceeds the limit of ${MAX_TEXT_BYTES}.`,
    },
  ];
}

/** A text in disguise would escape everybody who reads texts: the scanners and the reviewer. */
function checkBinary(file: Fields, index: number): FieldError[] {
  if (!isBinary(file)) return [];
  const path = `files[${index}].content`;
  if (!isBase64(textOf(file, "content") ?? ""))
    return [{ path, message: "Invalid base64. Encode the bytes of the file." }];
  if (!isReadableText(fileBytes(file))) return [];
  return [{ path, message: "This is a text file. Send it without encoding." }];
}

const pathOf = (file: Fields): string => textOf(file, "path") ?? "";

function checkPath(filePath: string, path: string, taken: Set<string>): FieldError[] {
  if (!isInside(filePath)) {
    return [
      {
        path,
        message: `Must be a relative path with forward slashes and without "." or "..", such as scripts/run.py.`,
      },
    ];
  }
  const key = sameFile(filePath);
  if (taken.has(key))
    return [{ path, message: "Another file has the same path (ignoring case). Remove or rename one of them." }];
  taken.add(key);
  return checkNotSkillMd(filePath, path);
}

function checkNotSkillMd(filePath: string, path: string): FieldError[] {
  if (sameFile(filePath) !== "skill.md") return [];
  return [{ path, message: "SKILL.md itself must be sent as skill_md_content." }];
}

/** File systems of macOS and Windows take these for one. */
const sameFile = (path: string): string => path.normalize("NFC").toLowerCase();

function foldersOf(path: string): string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_segment, index) => segments.slice(0, index + 1).join("/"));
}
