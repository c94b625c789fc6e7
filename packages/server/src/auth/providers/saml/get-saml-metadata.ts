import { Answer } from "../../../platform/http/index.js";
import { describeServiceProvider, type SamlDeps } from "../saml.js";

/** `GET /sso/saml/metadata` */
export async function getSamlMetadata(deps: SamlDeps): Promise<Answer<string>> {
  return new Answer(await describeServiceProvider(deps), {
    headers: { "content-type": "application/samlmetadata+xml; charset=utf-8" },
  });
}
