import { textOf, type Fields } from "./fields.js";

export const isBinary = (file: Fields): boolean => file["encoding"] === "base64";

/** Only the alphabet, in groups of four, with padding at the end. */
export function isBase64(text: string): boolean {
  const padding = text.indexOf("=");
  const isPadded = padding === -1 || (text.length - padding <= 2 && /^={1,2}$/.test(text.slice(padding)));
  return text.length % 4 === 0 && isPadded && !/[^A-Za-z0-9+/=]/.test(text);
}

/** The bytes of a file of a skill, as they are on a disk. */
export function fileBytes(file: Fields): Uint8Array {
  const content = textOf(file, "content") ?? "";
  if (!isBinary(file)) return new TextEncoder().encode(content);
  return isBase64(content) ? Buffer.from(content, "base64") : new Uint8Array();
}

/** How many bytes that would be, without making them. */
export function fileSize(file: Fields): number {
  const content = textOf(file, "content") ?? "";
  if (!isBinary(file)) return new TextEncoder().encode(content).length;
  return Math.floor((content.length * 3) / 4) - (content.endsWith("==") ? 2 : content.endsWith("=") ? 1 : 0);
}

/** Whether bytes are a text that a person could have read: then they must be sent as one. */
export function isReadableText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The first bytes of programs in machine code: ELF, Windows, and macOS in its four forms. */
const PROGRAM_STARTS = ["7f454c46", "4d5a", "feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe"];

export function isMachineCode(file: Fields): boolean {
  if (!isBinary(file)) return false;
  const start = fileBytes({ ...file, content: (textOf(file, "content") ?? "").slice(0, 8) });
  const hex = Array.from(start, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return PROGRAM_STARTS.some((bytes) => hex.startsWith(bytes));
}
