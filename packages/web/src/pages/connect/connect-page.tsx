import type { ReplyOf } from "@tackroom/contract/calls";
import { useState } from "react";
import { useCall } from "../../api/queries.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { useAddressFilters } from "../../ui/forms/address-filters.js";
import { Section } from "../../ui/layout/card.js";
import { Page } from "../../ui/layout/page.js";
import { AddressChoice, type Source } from "./address-choice.js";
import { CatalogueSteps } from "./catalogue-steps.js";
import { ClientChoice } from "./client-choice.js";
import { CLIENTS, SERVER, type Client } from "./clients.js";
import { LastUse } from "./last-use.js";
import { McpStep } from "./mcp-step.js";

/** How clients that people already use get to the catalogue, without tack. */
export function ConnectPage() {
  const { values, set } = useAddressFilters(["client"]);
  const endpoints = useCall("getEndpoints");
  const server = endpoints.data?.web ?? window.location.origin;
  const client = CLIENTS.find(({ id }) => id === values["client"]) ?? CLIENTS[0];
  return (
    <Page
      title="Connect"
      intro="Use what is approved here in the client that you have. Nothing has to be installed."
      actions={<ButtonLink to="/connect/feeds">Manage feeds</ButtonLink>}
      className="max-w-4xl"
    >
      <Section title="Your client">
        <ClientChoice clients={CLIENTS} chosen={client?.id} onChoose={(id) => set({ client: id })} />
      </Section>
      {client && <Steps client={client} server={server} />}
    </Page>
  );
}

function Steps({ client, server }: { readonly client: Client; readonly server: string }) {
  // Kept while another client is chosen: the secret of a new feed is not shown a second time.
  const [source, setSource] = useState<Source>({ kind: "new", content: "visible" });
  const [made, setMade] = useState<ReplyOf<"createFeed">>();
  const keep = (feed: ReplyOf<"createFeed">): void => {
    setMade(feed);
    setSource({ kind: "feed", id: feed.id });
  };
  const secretOfChosen = made !== undefined && source.kind === "feed" && source.id === made.id ? made : undefined;
  return (
    <>
      {client.catalogue.length > 0 && (
        <>
          <Section title="Address">
            <AddressChoice source={source} made={secretOfChosen} onChoose={setSource} onMade={keep} />
          </Section>
          <Section title={`In ${client.name}`}>
            <CatalogueSteps client={client} server={server} source={source} made={secretOfChosen} onMade={keep} />
          </Section>
          {source.kind === "feed" && (
            <Section title="Last use">
              <LastUse feedId={source.id} />
            </Section>
          )}
        </>
      )}
      {client.mcp && (
        <McpStep client={client} step={{ ...client.mcp, text: client.mcp.text.replaceAll(SERVER, server) }} />
      )}
    </>
  );
}
