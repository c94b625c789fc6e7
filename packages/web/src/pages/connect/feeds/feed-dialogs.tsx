import type { ReplyOf } from "@tackroom/contract/calls";
import type { ElementOf } from "../../../api/client.js";
import { useAction } from "../../../api/queries.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { Confirmation } from "../../../ui/overlays/confirmation.js";
import { SecretOnce } from "../../../ui/overlays/secret-once.js";

type MadeFeed = ReplyOf<"createFeed">;

interface FeedDialogProps {
  readonly feed: Pick<ElementOf<ReplyOf<"listFeeds">>, "id" | "name">;
  readonly onClose: () => void;
}

export const NewAddress = ({ feed, onClose }: { readonly feed: MadeFeed; readonly onClose: () => void }) => (
  <SecretOnce
    title={`The address of ${feed.name}`}
    description="Copy it now: it is shown only once. Anyone who has it can read what the feed shows, without signing in."
    secret={feed.url}
    what="Address"
    onClose={onClose}
  />
);

export function RotateFeedDialog({ feed, onMade, onClose }: FeedDialogProps & { onMade: (feed: MadeFeed) => void }) {
  const rotate = useAction("rotateFeed", {
    refreshes: ["listFeeds", "getFeed"],
    onDone: (made) => {
      onClose();
      onMade(made);
    },
  });
  return (
    <Confirmation
      title={`Rotate ${feed.name}?`}
      description="It gets a new address. Clients with the old one stop working immediately, until they have the new one."
      action="Rotate feed"
      busy={rotate.isPending}
      problem={rotate.error}
      onConfirm={() => rotate.mutate({ params: { id: feed.id } })}
      onClose={onClose}
    />
  );
}

export function RevokeFeedDialog({ feed, onClose }: FeedDialogProps) {
  const toast = useToast();
  const revoke = useAction("deleteFeed", {
    refreshes: ["listFeeds"],
    onDone: () => {
      toast.say(`Revoked ${feed.name}.`);
      onClose();
    },
  });
  return (
    <Confirmation
      title={`Revoke ${feed.name}?`}
      description="Every client with its address stops working immediately. This cannot be undone."
      action="Revoke feed"
      busy={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id: feed.id } })}
      onClose={onClose}
    />
  );
}
