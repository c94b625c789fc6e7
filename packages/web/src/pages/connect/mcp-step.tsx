import { ButtonLink } from "../../ui/actions/button.js";
import { Section } from "../../ui/layout/card.js";
import { Step } from "./catalogue-steps.js";
import type { Client, ClientStep } from "./clients.js";

/** The registry as an MCP server: a client signs in there as a person, so it needs no feed. */
export const McpStep = ({ client, step }: { readonly client: Client; readonly step: ClientStep }) => (
  <Section title={client.catalogue.length > 0 ? "Let the agent search by itself" : "The registry as an MCP server"}>
    <div className="flex max-w-2xl flex-col gap-2">
      <p className="text-ink-2">
        The agent can search the registry and your sessions over MCP, as you and with what you may see. The client opens
        this page's sign-in; if it cannot, give it an API key in the header <code className="font-mono">X-API-Key</code>
        .
      </p>
      <Step {...step} />
      <ButtonLink to="/account" size="small" className="self-start">
        API keys
      </ButtonLink>
    </div>
  </Section>
);
