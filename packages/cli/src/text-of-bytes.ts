/** Without a byte order mark. Undefined when the bytes are not valid UTF-8 text. */
export const textOf = (bytes: Uint8Array): string | undefined => exactTextOf(bytes)?.replace(/^\uFEFF/, "");

/** The same with its byte order mark, which Windows PowerShell and Excel need, so that the text has the same bytes. */
export function exactTextOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
