import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ItemDetail } from "../../../../api/kinds.js";
import { useAction } from "../../../../api/queries.js";
import { Button } from "../../../../ui/actions/button.js";
import { Section } from "../../../../ui/layout/card.js";
import { Confirmation } from "../../../../ui/overlays/confirmation.js";
import { CodeBlock } from "../../../../ui/text/code-block.js";
import { stepsOf, type Sync } from "./sync-words.js";

interface WebhookProps {
  readonly item: ItemDetail;
  readonly sync: Sync;
  /** Just issued, and not shown again. */
  readonly secret: string | undefined;
  readonly onRotated: (secret: string | undefined) => void;
  readonly onSaved: () => void;
}

const WRAPPED = "[&_pre]:break-all [&_pre]:whitespace-pre-wrap";

/** What the repository's host has to know. */
export function Webhook({ item, sync, secret, onRotated, onSaved }: WebhookProps) {
  const [isRotating, setIsRotating] = useState(false);
  const actions = (
    <Button onClick={() => setIsRotating(true)}>
      <KeyRound size={14} aria-hidden="true" /> Rotate secret
    </Button>
  );
  return (
    <Section title="Webhook" actions={actions}>
      <CodeBlock title="Webhook URL" code={sync.webhook_url} className={WRAPPED} />
      {secret !== undefined && <NewSecret key={secret} secret={secret} onSaved={onSaved} />}
      <details open={sync.last_delivery_at === null || secret !== undefined}>
        <summary className="py-1">How to add it to the repository</summary>
        <ol className="mt-1 flex max-w-prose list-decimal flex-col gap-1 pl-5">
          {stepsOf(sync).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
      {isRotating && <RotateDialog item={item} onRotated={onRotated} onClose={() => setIsRotating(false)} />}
    </Section>
  );
}

/** Takes the focus, which would be lost with the form or dialog that asked for the secret. */
function NewSecret({ secret, onSaved }: { readonly secret: string; readonly onSaved: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label="New webhook secret"
      className="flex flex-col gap-2 rounded-md border border-warn bg-warn-soft px-3 py-2.5"
    >
      <p>
        <strong>Copy the secret now.</strong> It is not shown again. If you lose it, rotate it.
      </p>
      <CodeBlock title="Secret" code={secret} className={WRAPPED} />
      <Button className="self-start" onClick={onSaved}>
        I've saved it
      </Button>
    </div>
  );
}

interface RotateDialogProps {
  readonly item: ItemDetail;
  readonly onRotated: (secret: string | undefined) => void;
  readonly onClose: () => void;
}

function RotateDialog({ item, onRotated, onClose }: RotateDialogProps) {
  const rotate = useAction("rotateSyncSecret", {
    onDone: ({ secret }) => {
      onClose();
      onRotated(secret);
    },
  });
  return (
    <Confirmation
      title="Rotate the webhook secret?"
      description="The old secret stops working immediately. Deliveries are rejected until the repository's webhook has the new one."
      action="Rotate secret"
      busy={rotate.isPending}
      problem={rotate.error}
      onConfirm={() => rotate.mutate({ params: { id: item.id } })}
      onClose={onClose}
    />
  );
}
