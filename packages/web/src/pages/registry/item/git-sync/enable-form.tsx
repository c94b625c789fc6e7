import { useState } from "react";
import type { ItemDetail, ItemOf } from "../../../../api/kinds.js";
import { useAction } from "../../../../api/queries.js";
import { Button } from "../../../../ui/actions/button.js";
import { ErrorBox } from "../../../../ui/feedback/error-box.js";
import { Card, Section } from "../../../../ui/layout/card.js";
import { hasNoTrigger, SyncFields } from "./sync-fields.js";
import { bodyOf, choiceOf } from "./sync-words.js";

interface EnableFormProps {
  readonly item: ItemDetail;
  readonly onTurnedOn: (secret: string | undefined) => void;
}

export function EnableForm({ item, onTurnedOn }: EnableFormProps) {
  const [choice, setChoice] = useState(choiceOf());
  const enable = useAction("putSync", {
    refreshes: ["getSync", "listSyncRuns"],
    onDone: ({ secret }) => onTurnedOn(secret),
  });
  return (
    <Section title="Turn on git sync" className="max-w-3xl">
      <p className="max-w-prose text-muted">
        New versions are published from the repository when it changes, in your name and without another review. The
        repository is analyzed; its code is not run.
      </p>
      <Card>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            enable.mutate({ params: { id: item.id }, body: bodyOf(choice) });
          }}
        >
          <div className="flex flex-col gap-1">
            <p className="font-medium">Repository</p>
            <code className="font-mono text-sm wrap-anywhere">{(item as ItemOf<"mcps">).git_url}</code>
          </div>
          <SyncFields
            choice={choice}
            onChange={setChoice}
            problem={enable.error}
            hostHint="Hosts differ in how they prove that a delivery is theirs. Choose one if yours is not recognized."
          />
          {enable.error && <ErrorBox problem={enable.error} />}
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            busy={enable.isPending}
            disabled={hasNoTrigger(choice)}
          >
            Turn on
          </Button>
        </form>
      </Card>
    </Section>
  );
}
