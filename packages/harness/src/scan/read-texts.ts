import { startOf } from "@tackroom/contract/shorten";
import { recordIn } from "../transcript/json.js";
import { pointerPart } from "../render/names.js";
import { agentFileMembers, agentModel } from "./agent-file.js";
import { firstParagraph } from "./first-paragraph.js";
import type { FileText, FoundComponent, ScanPlace, Unregistrable } from "./found.js";
import { lineWithSecret } from "./mask-secrets.js";
import { folderOf, memberAt, parseData, parseMarkdown, stemOf, textIn, type Members } from "./parse-file.js";

const MAX_DESCRIPTION_LENGTH = 5000;

/** A component that is mostly a text, unless that text must stay here. */
function textComponent(name: string, entry: Members, { text }: FileText): FoundComponent {
  const present = Object.entries(entry).filter(([, value]) => value !== undefined);
  const hasSecret = present.some(
    ([, value]) => lineWithSecret(typeof value === "string" ? value : JSON.stringify(value)) !== undefined,
  );
  if (hasSecret) return { name, entry: {}, unregistrable: secretIn(lineWithSecret(text) ?? 1) };
  return { name, entry: Object.fromEntries(present) };
}

const secretIn = (line: number): Unregistrable => ({
  reason: `Line ${line} contains what looks like a secret. Remove it, and revoke it if it is in use.`,
  isError: true,
});

/** The description in the front matter, or else the first paragraph. */
function descriptionOf(members: Members, body = ""): string | undefined {
  const described = textIn(members, "description")?.trim();
  return described === undefined ? firstParagraph(body) : startOf(described, MAX_DESCRIPTION_LENGTH);
}

/** `<name>/SKILL.md` */
export function readSkill(file: FileText): FoundComponent[] {
  const { path, text } = file;
  const { members } = parseMarkdown(text);
  const name = textIn(members, "name")?.trim() ?? folderOf(path);
  if (Object.keys(members).length === 0) {
    const reason = "SKILL.md has no front matter with name and description.";
    return [{ name, entry: {}, unregistrable: { reason, isError: true } }];
  }
  return [textComponent(name, { description: descriptionOf(members), skill_md_content: text }, file)];
}

/** A file for one agent, or a member of a settings file that holds several. */
export function readAgents(file: FileText, place: ScanPlace): FoundComponent[] {
  if (place.members) return place.members.flatMap((member) => agentsUnder(file, member));
  const { members, body } = agentDocument(file);
  if (Object.keys(members).length === 0 && !file.path.endsWith("/AGENTS.md")) return [];
  const fallback = /^agents?$/i.test(stemOf(file.path)) ? folderOf(file.path) : stemOf(file.path);
  return [agentOf(file, textIn(members, "name")?.trim() ?? fallback, members, body)];
}

function agentsUnder(file: FileText, member: readonly string[]): FoundComponent[] {
  const map = recordIn(memberAt(parseData(file.path, file.text), member));
  const pointer = member.map((name) => `/${pointerPart(name)}`).join("");
  return Object.entries(map).map(([name, value]) => ({
    ...agentOf(file, name, recordIn(value)),
    pointer: `${pointer}/${pointerPart(name)}`,
  }));
}

/** Markdown under front matter, whatever the ending says, or data. */
function agentDocument({ path, text }: FileText): { members: Members; body?: string } {
  const isMarkdown = path.endsWith(".md") || /^\uFEFF?---[ \t]*\r?\n[^]*?\n---[ \t]*(\r?\n|$)/.test(text);
  return isMarkdown ? parseMarkdown(text) : { members: parseData(path, text) };
}

function agentOf(file: FileText, name: string, members: Members, body?: string): FoundComponent {
  const prompt = [body, textIn(members, "prompt", "developer_instructions", "instructions", "systemPrompt")].find(
    // Kiro may name a file instead, which is not read: it could be anywhere.
    (text) => text !== undefined && text.trim() !== "" && !text.startsWith("file://"),
  );
  const model = agentModel(members);
  const { entry, leftOut, refusal } = agentFileMembers(members);
  if (refusal !== undefined) return { name, entry: {}, unregistrable: { reason: refusal } };
  const component = textComponent(
    name,
    { description: descriptionOf(members, prompt), model_name: model, prompt, ...entry },
    file,
  );
  return leftOut.length === 0 || component.unregistrable ? component : { ...component, leftOut };
}

/** A prompt or a command: Markdown, Gemini's TOML, or a recipe of goose. */
export function readPrompt(file: FileText): FoundComponent[] {
  const { path, text } = file;
  const { members, body } = path.endsWith(".md") ? parseMarkdown(text) : { members: parseData(path, text) };
  const template = body ?? textIn(members, "prompt", "instructions");
  if (template === undefined || template.trim() === "") return [];
  return [textComponent(promptName(path), { description: descriptionOf(members, template), template }, file)];
}

const COMMANDS = "/commands/";

/** A command in a sub-folder has the folder in its name. */
function promptName(path: string): string {
  const at = path.lastIndexOf(COMMANDS);
  const folders =
    at === -1
      ? []
      : path
          .slice(at + COMMANDS.length)
          .split("/")
          .slice(0, -1);
  return [...folders, stemOf(path)].join(":");
}
