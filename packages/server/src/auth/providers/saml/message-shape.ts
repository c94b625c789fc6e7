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
  const { decryptXml, parseDomFromString } = await loadXml();
  const found = elementsNamed(await parseDomFromString(xml), ["Assertion", "EncryptedAssertion", "LogoutResponse"]);
  if (found.length > 1) throw new Error("It has more than one assertion");
  const [only] = found;
  if (only?.localName === "EncryptedAssertion") checkXml(await decryptXml(only.toString(), privateKey));
}

/** What a walk needs of a node of the library's parser. */
interface XmlNode {
  readonly localName?: string | null;
  readonly firstChild: XmlNode | null;
  readonly nextSibling: XmlNode | null;
  /** Its XML. */
  toString(): string;
}

/** By a walk, which looks at each node once: XPath would take the square of that. */
function elementsNamed(document: XmlNode, names: readonly string[]): XmlNode[] {
  const found: XmlNode[] = [];
  const waiting = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.localName && names.includes(node.localName)) found.push(node);
    for (let child = node.firstChild; child; child = child.nextSibling) waiting.push(child);
  }
  return found;
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
