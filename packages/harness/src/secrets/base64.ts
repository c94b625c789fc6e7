const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The decoded bytes as characters; empty if it is not valid base64. The URL-safe alphabet is also accepted. */
export function decodeBase64(base64: string): string {
  const digits = base64
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={1,2}$/, "");
  if (digits.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(digits)) return "";
  let [bits, count, decoded] = [0, 0, ""];
  for (const digit of digits) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    decoded += String.fromCharCode((bits >> count) & 0xff);
  }
  return decoded;
}
