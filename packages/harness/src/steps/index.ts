export { describeCall } from "./call-words.js";
export { fileChangesOf } from "./file-changes.js";
export { countLines, diffHunk, type DiffLine } from "./line-diff.js";
export { exitCodeOf, failureLineAt, failureWords, withoutColours } from "./output-words.js";
export { OpenCalls } from "./open-calls.js";
export type { FileChange } from "./patch-text.js";
export { commandOf, readToolInput } from "./tool-input.js";
export { firstWords, noticeWords } from "./said-words.js";
