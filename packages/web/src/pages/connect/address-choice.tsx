import type { BodyOf, ReplyOf } from "@tackroom/contract/calls";
import { KeyRound } from "lucide-react";
import { useId, useState } from "react";
import type { ElementOf } from "../../api/client.js";
import { useList } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Select } from "../../ui/forms/field.js";
import { RotateFeedDialog } from "./feeds/feed-dialogs.js";

/** Which feed the client reads: an existing one, or a new one that is created when its address is first copied. */
export type Source =
  | { readonly kind: "new"; readonly content: Extract<BodyOf<"createFeed">["content"], "visible" | "public"> }
  | { readonly kind: "feed"; readonly id: string };

interface AddressChoiceProps {
  readonly source: Source;
  /** The chosen feed, if it was made on this page, with its secret. */
  readonly made: ReplyOf<"createFeed"> | undefined;
  readonly onChoose: (source: Source) => void;
  readonly onMade: (feed: ReplyOf<"createFeed">) => void;
}

type Feed = ElementOf<ReplyOf<"listFeeds">>;

export function AddressChoice({ source, made, onChoose, onMade }: AddressChoiceProps) {
  // An account has no more of them.
  const feeds = useList("listFeeds", { query: { own: true, expired: false, limit: 100 } });
  const own = (feeds.data?.items ?? []).filter(({ is_live }) => is_live);
  const chosen = source.kind === "feed" ? own.find(({ id }) => id === source.id) : undefined;
  // A new feed can be chosen before the others are known, so nothing here waits for them.
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <Field label="What the client may see">
        {(ids) => (
          <Select {...ids} value={valueOf(source)} onChange={({ target }) => onChoose(sourceOf(target.value))}>
            <option value="new:visible">New feed: everything that I may see</option>
            <option value="new:public">New feed: the public catalogue</option>
            {own.map(({ id, name }) => (
              <option key={id} value={`feed:${id}`}>
                Feed {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {feeds.error && <ErrorBox problem={feeds.error} onRetry={() => void feeds.refetch()} />}
      <SecretAddress />
      {chosen && !made && <Unknown feed={chosen} onMade={onMade} />}
    </div>
  );
}

const valueOf = (source: Source): string => (source.kind === "feed" ? `feed:${source.id}` : `new:${source.content}`);

function sourceOf(value: string): Source {
  if (value.startsWith("feed:")) return { kind: "feed", id: value.slice("feed:".length) };
  return { kind: "new", content: value === "new:public" ? "public" : "visible" };
}

const SecretAddress = () => {
  const id = useId();
  return (
    <div role="note" aria-labelledby={id} className="flex gap-2 rounded-md border border-line bg-sunken px-3 py-2">
      <KeyRound size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p id={id} className="font-medium">
          The address is a secret
        </p>
        <p className="text-sm text-ink-2">
          Anyone who has it can read what the feed shows, without signing in and without being asked who they are. Do
          not commit it or post it. If it gets out, rotate or revoke the feed: the old address stops working
          immediately.
        </p>
      </div>
    </div>
  );
};

/** The server keeps no secrets of feeds, so the address of one that was made earlier cannot be shown. */
function Unknown({ feed, onMade }: { readonly feed: Feed; readonly onMade: AddressChoiceProps["onMade"] }) {
  const [isRotating, setIsRotating] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-0 grow text-sm text-ink-2">
        The address of this feed was shown when it was made, and begins with{" "}
        <code className="font-mono">{feed.prefix}</code>. Put it in where it says SECRET below, or get a new one.
      </p>
      <Button size="small" onClick={() => setIsRotating(true)}>
        Rotate {feed.name}
      </Button>
      {isRotating && <RotateFeedDialog feed={feed} onMade={onMade} onClose={() => setIsRotating(false)} />}
    </div>
  );
}
