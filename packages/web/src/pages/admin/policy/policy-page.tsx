import type { ReplyOf } from "@tackroom/contract/calls";
import { useState } from "react";
import { useCall, useList } from "../../../api/queries.js";
import { useAddressFilters } from "../../../ui/forms/address-filters.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { Field, Input, Select } from "../../../ui/forms/field.js";
import { Segmented } from "../../../ui/forms/segmented.js";
import { AdminFrame } from "../admin-frame.js";
import { filledPolicy, secretIn } from "./fill-secret.js";
import { PolicyFile } from "./policy-file.js";

type Feed = ReplyOf<"getFeed">;
type Harness = ReplyOf<"getPolicy">["harness"];

const HARNESSES: readonly { readonly value: Harness; readonly label: string }[] = [
  { value: "claude-code", label: "Claude Code" },
  { value: "copilot", label: "GitHub Copilot" },
];

export const PolicyPage = () => (
  <AdminFrame
    title="Managed settings"
    intro="A file for the machines of your organization, with which a client uses only what is approved here."
  >
    <PolicyForm />
  </AdminFrame>
);

function PolicyForm() {
  const { values, set } = useAddressFilters(["client", "feed"]);
  const harness = HARNESSES.find(({ value }) => value === values["client"])?.value ?? "claude-code";
  const feedId = values["feed"];
  const [given, setGiven] = useState("");
  // An account has no more of them. Those of others are chosen in the list of feeds.
  const own = useList("listFeeds", { query: { own: true, expired: false, limit: 100 } });
  const chosen = useCall("getFeed", { params: { id: feedId ?? "" } }, { enabled: feedId !== undefined });
  const feed = feedId === undefined ? undefined : chosen.data;
  const feeds = (own.data?.items ?? []).filter(({ is_live, id }) => is_live && id !== feed?.id);
  const policy = useCall(
    "getPolicy",
    { params: { harness }, query: feedId === undefined ? {} : { feed_id: feedId } },
    { keepsPrevious: true },
  );
  const choose = (id: string): void => {
    setGiven("");
    set({ feed: id });
  };
  return (
    <>
      <Segmented
        label="Client"
        segments={HARNESSES}
        value={harness}
        onChange={(client) => set({ client: client === "claude-code" ? undefined : client })}
      />
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
        <FeedField feeds={feed ? [feed, ...feeds] : feeds} chosen={feedId} onChoose={choose} />
        {feed && <SecretField feed={feed} given={given} onChange={setGiven} />}
      </div>
      {own.error && <ErrorBox problem={own.error} onRetry={() => void own.refetch()} />}
      <Loaded query={policy}>
        {(reply) => (
          <PolicyFile
            policy={filledPolicy(reply, feed && secretIn(given, feed.prefix))}
            isCurrent={!policy.isPlaceholderData}
          />
        )}
      </Loaded>
    </>
  );
}

interface FeedFieldProps {
  readonly feeds: readonly Feed[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

const FeedField = ({ feeds, chosen, onChoose }: FeedFieldProps) => (
  <Field
    label="Allow"
    hint="The marketplace in the file is read at the address of this feed. For a feed of somebody else, go to Connect, Manage feeds."
  >
    {(ids) => (
      <Select {...ids} value={chosen ?? ""} onChange={({ target }) => onChoose(target.value)}>
        <option value="">The public catalogue</option>
        {feeds.map(({ id, name }) => (
          <option key={id} value={id}>
            Feed {name}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

interface SecretFieldProps {
  readonly feed: Feed;
  readonly given: string;
  readonly onChange: (given: string) => void;
}

const SecretField = ({ feed: { name, prefix }, given, onChange }: SecretFieldProps) => (
  <Field
    label="Address or secret of the feed"
    hint={`Begins with ${prefix}. It stays in this page: the server does not store it.`}
    problem={
      given !== "" && secretIn(given, prefix) === undefined ? `This is not the secret of the feed ${name}.` : undefined
    }
  >
    {(ids) => (
      <Input {...ids} value={given} autoComplete="off" onChange={({ target }) => onChange(target.value.trim())} />
    )}
  </Field>
);
