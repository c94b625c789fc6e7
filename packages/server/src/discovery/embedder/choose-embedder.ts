import type { Outbound } from "../../platform/outbound/index.js";
import type { Settings } from "../../settings/index.js";
import { createRemoteEmbedder } from "../remote-embedder.js";
import { openBuiltInEmbedder } from "./built-in-embedder.js";
import type { Embedder } from "./embedder.js";

/** What makes vectors now: the built-in model, or the service that a setting names. */
export interface EmbedderChoice {
  /** Throws while the service is of no use. */
  current(): Promise<Embedder>;
  close(): Promise<void>;
}

export function chooseEmbedder(settings: Pick<Settings, "get">, outbound: Pick<Outbound, "fetch">): EmbedderChoice {
  const builtIn = openBuiltInEmbedder();
  let remote: { readonly url: string; readonly embedder: Embedder } | undefined;
  return {
    async current() {
      const url = settings.get("discovery.embedding_url");
      if (url === "") return builtIn;
      if (remote?.url !== url) remote = { url, embedder: await createRemoteEmbedder(outbound, url) };
      return remote.embedder;
    },
    close: () => builtIn.close(),
  };
}
