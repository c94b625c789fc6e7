import { isLocalName, type ItemKind, type RiskSignal } from "@tackroom/contract";
import { shorten } from "@tackroom/contract/shorten";
import { allowedTools, allowsAnything } from "./allowed-tools.js";
import { programName, type Command } from "./commands.js";
import { unpinnedFetches, isPinnedImage } from "./fetches.js";
import { recordOf, recordsOf, textOf, textsOf, type Fields } from "./fields.js";
import { hidesInstructions } from "./hidden-instructions.js";
import { startsIndirectly } from "./indirect-commands.js";
import { inlineCodeAt } from "./inline-code.js";
import { commandsModel, pipesToShell } from "./risky-texts.js";
import { isMachineCode } from "./skill-bytes.js";
import { walkTexts } from "../../unsafe-text/index.js";

/** What a reviewer must know of a version, and may allow. */
export function riskSignals(kind: ItemKind, fields: Fields, description: string): RiskSignal[] {
  const signals = [
    ...startedCommands(kind, fields).flatMap(({ path, ...started }) => ofCommand(started, path)),
    ...ofImages(kind, fields),
    ...ofDescriptions(fields, description),
    ...ofTexts(fields),
    ...OF_KIND[kind](fields),
  ];
  const seen = new Set<string>();
  return signals.filter(({ code, path }) => !seen.has(`${code} ${path}`) && seen.add(`${code} ${path}`));
}

type Severity = RiskSignal["severity"];
const signal = (code: string, severity: Severity, path: string, message: string): RiskSignal => ({
  code,
  severity,
  path,
  message,
});

const OF_KIND: Readonly<Record<ItemKind, (fields: Fields) => RiskSignal[]>> = {
  mcp: ofMcp,
  skill: ofSkill,
  hook: ofHook,
  sandbox: ofSandbox,
  prompt: ({ template }) => ofMarkdown(template, "template"),
  agent: ({ prompt }) => ofMarkdown(prompt, "prompt"),
};

/** `path` is put before `args[0]`. */
function startedCommands(kind: ItemKind, fields: Fields): (Command & { readonly path: string })[] {
  const command = textOf(fields, "command");
  if (kind === "mcp") return command === undefined ? [] : [{ command, args: textsOf(fields, "args"), path: "" }];
  if (kind === "hook") return shellCommands(textOf(recordOf(fields, "handler_config"), "command") ?? "");
  if (kind !== "agent") return [];
  return recordsOf(fields, "external_mcps").flatMap((entry, index) => {
    const path = `external_mcps[${index}].`;
    if (textOf(entry, "url") !== undefined && textOf(entry, "command") === undefined) return [];
    return [{ command: textOf(entry, "command") ?? "npx", args: textsOf(entry, "args"), path }];
  });
}

/** Near enough to how a shell would cut a line to see which programs it starts. */
function shellCommands(line: string): (Command & { readonly path: string })[] {
  return line.split(/[;&|\n(`]+/).flatMap((part) => {
    const [command, ...args] = part.split(/[\s"']+/).filter((word) => word !== "" && !/^\w+=/.test(word));
    return command === undefined ? [] : [{ command, args, path: "handler_config.command" }];
  });
}

function ofCommand({ command, args = [] }: Command, path: string): RiskSignal[] {
  const place = (index: number): string => (path === "handler_config.command" ? path : `${path}args[${index}]`);
  const fetched = unpinnedFetches({ command, args }).map((index) =>
    signal(
      "unpinned_fetch",
      "medium",
      place(index),
      `"${shorten(args[index] ?? "", 60)}" is not pinned to an exact version: each start downloads the current one.`,
    ),
  );
  if (!/(^|[/\\])(docker|podman|nerdctl)(\.exe)?$/i.test(command)) return fetched;
  return [...fetched, ...args.flatMap((arg, index) => ofContainerArgument(arg, args[index - 1] ?? "", place(index)))];
}

function ofContainerArgument(arg: string, before: string, path: string): RiskSignal[] {
  const option = arg.startsWith("-") ? arg : `${before}=${arg}`;
  if (arg === "--privileged" || /^--(pid|ipc|uts|userns)=host$|^--cap-add=(ALL|SYS_ADMIN)$/i.test(option)) {
    return [signal("privileged_container", "high", path, "The container has elevated privileges on its host.")];
  }
  if (/^(-v|--volume|--mount)=/.test(option) && reachesHost(arg.replace(/^-[^=]*=/, ""))) {
    return [signal("privileged_container", "high", path, "The container has full access to its host.")];
  }
  if (/^--net(work)?=host$/.test(option)) {
    return [signal("broad_network", "medium", path, "The container shares the network of its host.")];
  }
  return [];
}

const reachesHost = (mount: string): boolean =>
  mount.includes("docker.sock") || mount.startsWith("/:") || /(^|,)(source|src)=\/(,|$)/.test(mount);

function ofImages(kind: ItemKind, fields: Fields): RiskSignal[] {
  const name = kind === "mcp" ? "docker_image" : "image";
  const image = textOf(fields, name);
  const isDocker = kind === "mcp" || (kind === "sandbox" && fields["runtime_type"] === "docker");
  if (!isDocker || image === undefined || isPinnedImage(image)) return [];
  const message = "The image is not pinned to a digest or a version tag, so its content can change.";
  return [signal("unpinned_fetch", "medium", name, message)];
}

const DESCRIBED = ["tools", "environment_variables", "headers", "variables"];

function ofDescriptions(fields: Fields, description: string): RiskSignal[] {
  const inLists = DESCRIBED.flatMap((list) =>
    recordsOf(fields, list).map((entry, index) => ({
      path: `${list}[${index}].description`,
      text: textOf(entry, "description") ?? "",
    })),
  );
  return [{ path: "description", text: description }, ...inLists]
    .filter(({ text }) => commandsModel(text))
    .map(({ path }) => signal("instructs_model", "high", path, "This description contains instructions to the model."));
}

/** A page that tells people how to install is read first; a script or a hook just runs. */
const READ_FIRST = /(^|\.)(setup_instructions|skill_md_content|template|prompt|changelog)$/;

const severityOf = (path: string): Severity => (READ_FIRST.test(path) ? "medium" : "high");

function ofTexts(fields: Fields): RiskSignal[] {
  const placesOf = (isRisky: (text: string) => boolean): string[] =>
    walkTexts(fields, "", ({ text, path }) => (isRisky(text) ? [{ path, message: "" }] : [])).map(({ path }) => path);
  const piped = "Downloaded content is executed directly, without being inspected.";
  const indirect =
    "A command here runs another program indirectly, for example through awk, env -S or git -c. Check what it runs.";
  return [
    ...placesOf(pipesToShell).map((path) => signal("pipe_to_shell", severityOf(path), path, piped)),
    ...placesOf(startsIndirectly).map((path) => signal("indirect_execution", severityOf(path), path, indirect)),
  ];
}

function ofMcp(fields: Fields): RiskSignal[] {
  const index = textsOf(fields, "auto_approve").findIndex((tool) => tool.includes("*"));
  if (index === -1) return [];
  const message =
    "All tools that match this pattern run without confirmation, including tools added in later versions.";
  return [signal("auto_approves_tools", "medium", `auto_approve[${index}]`, message)];
}

function ofSkill(fields: Fields): RiskSignal[] {
  const files = recordsOf(fields, "files");
  const scripts = files.flatMap((file, index) => (isScript(file) ? [`files[${index}]`] : []));
  if (textOf(fields, "script_content") !== undefined) scripts.unshift("script_content");
  const [first] = scripts;
  const count = scripts.length === 1 ? "one file" : `${scripts.length} files`;
  return [
    ...(first === undefined
      ? []
      : [
          signal(
            "executable_files",
            "low",
            first,
            `This skill contains ${count} that can be executed. Review the code.`,
          ),
        ]),
    ...files.flatMap((file, index) => (isMachineCode(file) ? [machineCode(file, `files[${index}]`)] : [])),
    ...ofAllowedTools(fields),
    ...ofMarkdown(fields["skill_md_content"], "skill_md_content"),
    ...files.flatMap((file, index) =>
      /\.(md|markdown|mdx)$/i.test(textOf(file, "path") ?? "")
        ? ofMarkdown(file["content"], `files[${index}].content`)
        : [],
    ),
  ];
}

const machineCode = (file: Fields, path: string): RiskSignal =>
  signal(
    "machine_code",
    "high",
    path,
    `${textOf(file, "path") ?? ""} is a compiled executable, which cannot be reviewed.`,
  );

function ofAllowedTools(fields: Fields): RiskSignal[] {
  const entries = allowedTools(fields).flatMap((entry) => {
    const what = allowsAnything(entry);
    return what === undefined ? [] : [{ entry, what }];
  });
  const [first] = entries;
  if (first === undefined) return [];
  // The bare name is how most skills say that they run commands; a pattern for all of them is meant.
  const severity = entries.some(({ entry }) => entry.includes("*")) ? "high" : "medium";
  const message = `allowed-tools contains "${first.entry}": ${first.what} runs without confirmation.`;
  return [signal("broad_permissions", severity, "skill_md_content", message)];
}

function isScript(file: Fields): boolean {
  const path = textOf(file, "path") ?? "";
  if (file["executable"] === true || (textOf(file, "content") ?? "").startsWith("#!")) return true;
  return /\.(sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|php|js|mjs|cjs|ts|exe)$/i.test(path);
}

function ofMarkdown(text: unknown, path: string): RiskSignal[] {
  if (typeof text !== "string" || !hidesInstructions(text)) return [];
  const message = "A hidden comment addresses the model.";
  return [signal("hidden_instructions", "high", path, message)];
}

function ofHook(fields: Fields): RiskSignal[] {
  const config = recordOf(fields, "handler_config");
  if (fields["handler_type"] === "http") return ofHttpHook(textOf(config, "url") ?? "");
  const line = textOf(config, "command") ?? "";
  const command = line.replaceAll(/\$\{\w{1,100}\}|\$\w{1,100}/g, "");
  const path = "handler_config.command";
  const message = "The command is interpreted by a shell and may run several programs.";
  return [
    ...(/[;|&$`<>\n]/.test(command) ? [signal("runs_shell", "medium", path, message)] : []),
    ...(shellCommands(line).some(isInlineCode)
      ? [signal("inline_code", "medium", path, "The command contains inline code, which is hard to review.")]
      : []),
  ];
}

const INTERPRETER = /^(python|pypy|node|bun|tsx|deno|perl|ruby|php|lua|osascript)/;

/** Of `awk` and `sed`, which every other line for a shell uses, other rules know what is unusual. */
function isInlineCode({ command, args = [] }: Command): boolean {
  const program = programName(command);
  return INTERPRETER.test(program) && inlineCodeAt(program, args) !== -1;
}

function ofHttpHook(url: string): RiskSignal[] {
  if (!URL.canParse(url) || isLocalName(new URL(url))) return [];
  const message = "The hook sends session data to another machine.";
  return [signal("sends_data_out", "medium", "handler_config.url", message)];
}

function ofSandbox(fields: Fields): RiskSignal[] {
  const signals: RiskSignal[] = [];
  const config = recordOf(fields, "runtime_config");
  if (fields["network_policy"] === "host") {
    const message = "The sandbox shares the network of its host.";
    signals.push(signal("broad_network", "medium", "network_policy", message));
  }
  if (config["privileged"] === true) {
    const message = "The sandbox has elevated privileges on its host.";
    signals.push(signal("privileged_container", "high", "runtime_config.privileged", message));
  }
  const mounts = walkTexts(config, "runtime_config", ({ text, path }) =>
    reachesHost(text) ? [{ path, message: "The sandbox has full access to its host." }] : [],
  );
  return [...signals, ...mounts.map(({ path, message }) => signal("privileged_container", "high", path, message))];
}
