import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { loadXml } from "./load-xml.js";
import { xmlRefusal } from "../../core/xml-bounds.js";

/** As large as a message that comes as a form may be. */
const MAX_INFLATED_BYTES = 256 * 1024;

/**
 * Throws for a response that the library would spend too long on, or whose assertion is not the only one. Anyone can encrypt
 * for us, so what is inside is looked at as well.
 */
export async function checkResponseShape(base64: string, privateKey: string): Promise<void> {
  const xml = Buffer.from(base64, "base64").toString("utf8");
  checkXml(xml);
  const { decryptXml, parseDomFromString, xpath } = await loadXml();
  const document = await parseDomFromString(xml);
  const found = xpath.selectElements(
    document,
    "//*[local-name()='Assertion' or local-name()='EncryptedAssertion' or local-name()='LogoutResponse']",
  );
  if (found.length > 1) throw new Error("It has more than one assertion");
  const [only] = found;
  if (only?.localName === "EncryptedAssertion") checkXml(await decryptXml(only.toString(), privateKey));
}

/** The same for a message in an address, which is compressed. */
export async function checkRedirectShape(base64: string): Promise<void> {
  const compressed = Buffer.from(base64, "base64");
  const xml = await promisify(inflateRaw)(compressed, { maxOutputLength: MAX_INFLATED_BYTES });
  checkXml(xml.toString("utf8"));
}

function checkXml(xml: string): void {
  const refusal = xmlRefusal(xml);
  if (refusal !== undefined) throw new Error(refusal);
}
