import type { ManagedSettings } from "../../../settings/index.js";
import { ServiceError } from "../../../platform/service-error.js";
import { StartupError } from "../../../platform/startup-error.js";
import { generateSamlKeyPair, KeyPairError, readKeyPair, type KeyPair } from "./key-pair.js";

export type SamlKeySettings = Pick<ManagedSettings, "get" | "text" | "show" | "generate">;

export interface SamlKeys {
  /** Generated and sealed at first need, unless files provide it. */
  pair(): Promise<KeyPair>;
  /** What is there already; undefined before the first need. Throws a `KeyPairError` if it cannot be used. */
  existing(): KeyPair | undefined;
}

/** Files without a valid key pair keep the server from starting: the operator is at hand then. */
export function openSamlKeys(settings: SamlKeySettings): SamlKeys {
  const read = (): KeyPair | undefined => {
    const privateKey = settings.get("saml.sp_private_key");
    const certificate = settings.get("saml.sp_x509_cert");
    if (privateKey === "" || certificate === "") return undefined;
    return readKeyPair({ privateKey, certificate }, settings.get("saml.sp_key_encryption_password"));
  };
  if (settings.show("saml.sp_private_key").is_externally_managed) checkAtStart(read);

  const generate = async (): Promise<KeyPair> => {
    const made = await generateSamlKeyPair(new URL(settings.get("deployment.frontend_url")).hostname);
    await settings.generate(samlKeySettings(made));
    // Perhaps another replica's, which was first.
    return read() ?? made;
  };
  let generating: Promise<KeyPair> | undefined;
  return {
    existing: read,
    async pair() {
      try {
        const found = read();
        if (found) return found;
      } catch (error) {
        if (!(error instanceof KeyPairError)) throw error;
        throw new ServiceError("unavailable", error.message, { cause: error, extra: { issues: [error.message] } });
      }
      generating ??= generate().finally(() => (generating = undefined));
      return generating;
    },
  };
}

export const samlKeySettings = ({ privateKey, certificate }: KeyPair) =>
  ({ "saml.sp_private_key": privateKey.trim(), "saml.sp_x509_cert": certificate.trim() }) as const;

function checkAtStart(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof KeyPairError)) throw error;
    throw new StartupError(`${error.message} See SAML_SP_PRIVATE_KEY_FILE and SAML_SP_X509_CERT_FILE.`);
  }
}
