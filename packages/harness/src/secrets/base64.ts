const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bytes as characters; nothing when it is no base64. The alphabet of addresses is taken, too. */
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
