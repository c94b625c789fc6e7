import { X509Certificate } from "node:crypto";
import type { Kind } from "./core/kinds.js";

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** One X.509 certificate or several, as PEM or as the bare base64 that metadata has; or empty. */
export const certificates: Kind<readonly string[]> = {
  type: "text",
  parse(given) {
    if (given === "") return { value: [], text: "" };
    const blocks = given.includes("-----") ? (given.match(PEM_BLOCK) ?? []) : [bareCertificate(given)];
    const found = blocks.map(readCertificate);
    if (found.length === 0 || found.includes(undefined)) return { expected: "an X.509 certificate in PEM format" };
    const value = found.filter((pem) => pem !== undefined);
    return { value, text: value.join("\n") };
  },
};

const bareCertificate = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/\s+/g, "")}\n-----END CERTIFICATE-----`;

function readCertificate(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).toString().trim();
  } catch {
    return undefined;
  }
}
