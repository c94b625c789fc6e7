export { type Fields, isRecord, listOf, recordOf, recordsOf, textOf, textsOf } from "@tackroom/harness";
export { memberPath } from "../../unsafe-text/index.js";

/** `code-review` reads "code review". */
export const inWords = (name: string): string => name.replaceAll(/[-_]+/g, " ");
