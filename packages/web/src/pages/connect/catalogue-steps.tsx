import type { ReplyOf } from "@tackroom/contract/calls";
import { Copy } from "lucide-react";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { useToast } from "../../ui/feedback/toast.js";
import { CodeBlock, Command } from "../../ui/text/code-block.js";
import type { Source } from "./address-choice.js";
import { ADDRESS, type Client, type ClientStep } from "./clients.js";

interface CatalogueStepsProps {
  readonly client: Client;
  readonly server: string;
  readonly source: Source;
  readonly made: ReplyOf<"createFeed"> | undefined;
  readonly onMade: (feed: ReplyOf<"createFeed">) => void;
}

/** What to type or paste in the client. The first copy makes the feed, if it is to be a new one. */
export function CatalogueSteps({ client, server, source, made, onMade }: CatalogueStepsProps) {
  const address = made?.url ?? `${server}/c/SECRET`;
  const filled = ({ text, ...step }: ClientStep): ClientStep => ({ ...step, text: text.replaceAll(ADDRESS, address) });
  return (
    <div className="flex max-w-2xl flex-col gap-2">
      {client.catalogue.map((step) =>
        source.kind === "new" && step.text.includes(ADDRESS) ? (
          <MakingStep
            key={step.text}
            step={step}
            shown={filled(step).text}
            name={`Connect ${client.name}`}
            content={source.content}
            onMade={onMade}
          />
        ) : (
          <Step key={step.text} {...filled(step)} />
        ),
      )}
      {client.hint !== undefined && <p className="text-sm text-muted">{client.hint}</p>}
    </div>
  );
}

export const Step = ({ label, text }: ClientStep) =>
  text.includes("\n") ? <CodeBlock title={label} language="json" code={text} /> : <Command text={text} />;

interface MakingStepProps {
  readonly step: ClientStep;
  readonly shown: string;
  readonly name: string;
  readonly content: Extract<Source, { kind: "new" }>["content"];
  readonly onMade: (feed: ReplyOf<"createFeed">) => void;
}

/** A step whose feed does not exist yet: copying it creates the feed, and the copied text contains its address. */
function MakingStep({ step, shown, name, content, onMade }: MakingStepProps) {
  const toast = useToast();
  const copy = async (feed: ReplyOf<"createFeed">): Promise<void> => {
    try {
      await navigator.clipboard.writeText(step.text.replaceAll(ADDRESS, feed.url));
      toast.say(`Created the feed "${feed.name}" and copied ${step.label}.`);
    } catch {
      // Browsers also refuse it on pages without HTTPS. The feed is made, and its text can be selected.
      toast.complain(`Created the feed "${feed.name}". Copying is blocked by the browser: select the text instead.`);
    }
  };
  const create = useAction("createFeed", {
    refreshes: ["listFeeds"],
    onDone: (feed) => {
      onMade(feed);
      return copy(feed);
    },
  });
  return (
    <>
      <div className="flex max-w-full flex-wrap items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 grow font-mono text-sm break-all whitespace-pre-wrap">{shown}</code>
        <Button
          size="small"
          variant="primary"
          busy={create.isPending}
          onClick={() => create.mutate({ body: { name, content } })}
        >
          <Copy size={14} aria-hidden="true" /> Create the address and copy
        </Button>
      </div>
      {create.error && <ErrorBox problem={create.error} />}
    </>
  );
}
