export { describeHarnesses, type HarnessDescription } from "./describe-harnesses.js";
export type { Capability, Harness } from "./harness.js";
export {
  findHarness,
  HARNESS_ALIASES,
  HARNESS_IDS,
  harnessCalled,
  HARNESSES,
  type HarnessId,
  parseHarnessId,
} from "./harnesses.js";
export { pathOn } from "./home-path.js";
export { type AgentToInstall, type ComponentOfAgent, definitionOf } from "./items/agent-definition.js";
export { handlerOf, runtimeOf, skillFilesOf, templateOf } from "./items/components.js";
export {
  type Fields,
  isRecord,
  listOf,
  recordOf,
  recordsOf,
  textOf,
  textsOf,
  type VersionOfItem,
} from "./items/fields.js";
export {
  allowsKey,
  findInstallPlaces,
  hookSourceFolder,
  type InstallKind,
  type InstallPlace,
  installPlaces,
  otherMcpFile,
} from "./install-places.js";
export { externalServer, serverOf } from "./items/mcp-server.js";
export { canonicalSkillMd, stubSkillMd, withLineFeeds } from "./items/skill-md.js";
export { serverWarnings } from "./items/server-warnings.js";
export { foreignHarness, versionWarnings } from "./items/version-warnings.js";
export type * from "./neutral.js";
export { managedSettings, POLICIES, type ManagedSettings, type PolicyServer } from "./policy/managed-settings.js";
export { renderAgent } from "./render-agent.js";
export { placeNotes, type AgentNotes } from "./render-notes.js";
export { hookEventsOf, renderHook } from "./render-hook.js";
export { renderMcp } from "./render-mcp.js";
export { renderPrompt } from "./render-prompt.js";
export { renderSandbox, sandboxServer } from "./render-sandbox.js";
export { renderSessionHooks, type SessionHooks } from "./render-session-hooks.js";
export { renderSkill, type SkillOptions } from "./render-skill.js";
export { hookOutputs } from "./recording/hook-outputs.js";
export type { HookOutput } from "./recording/recording-facts.js";
export type * from "./rendering.js";
export type { UsageSeen } from "./transcript/count-usage.js";
export { mayLackUsage, usageComesFirst } from "./transcript/usage-of-harness.js";
export type { LineNames } from "./transcript/line-names.js";
export { isCopied } from "./transcript/copied-lines.js";
export { NO_CONTEXT, type OpenCall, readInContext, type TranscriptContext } from "./transcript/read-in-context.js";
export { readTranscriptLine } from "./transcript/read-line.js";
export type { EventKind, LineReading, TranscriptEvent, Usage } from "./transcript/reading.js";
export { serverKey, serverOfTool } from "./transcript/server-of-tool.js";
export type { RecordShown } from "./transcript/repeated-records.js";
export { agentFileMembers, agentModel } from "./scan/agent-file.js";
export { firstParagraph } from "./scan/first-paragraph.js";
export { detectHarnesses, type DetectedHarness, type MachineProbe } from "./scan/detect-harnesses.js";
export type { FileText, FoundComponent, FoundType, ScannedMachine, ScanPlace, Unregistrable } from "./scan/found.js";
export { withoutScript, withScript } from "./scan/hook-script.js";
export { lineWithSecret } from "./scan/mask-secrets.js";
export { type MarkdownFile, parseData, parseMarkdown } from "./scan/parse-file.js";
export { type PastedServer, readPasted } from "./pasted/index.js";
export { hookHarnessOf } from "./scan/read-hooks.js";
export { movedPath } from "./scan/moved-path.js";
export { readScannedFile, type ScannedFile } from "./scan/read-scanned-file.js";
export { placeKey, scanPlaces } from "./scan/scan-places.js";
export type { KeptSessions, SessionFiles, StoreFormat } from "./sessions/kept-sessions.js";
export { type PluginItem } from "./plugin/render-plugin.js";
export { type PluginAbout, renderGeminiExtension, renderPluginFolder } from "./plugin/render-plugin-folder.js";
