import type { BodyOf, ReplyOf } from "@tackroom/contract/calls";
import { useAction, useList } from "../../../api/queries.js";
import { Field, Input, Select } from "../../../ui/forms/field.js";
import { problemWith, useTexts } from "../../../ui/forms/form.js";
import { FormDialog } from "../../../ui/overlays/form-dialog.js";

interface CreateFeedDialogProps {
  readonly onMade: (feed: ReplyOf<"createFeed">) => void;
  readonly onClose: () => void;
}

export function CreateFeedDialog({ onMade, onClose }: CreateFeedDialogProps) {
  const { values, bind } = useTexts({ name: "", shows: "visible", days: "" });
  const teams = useList("listMyTeams", { query: { limit: 200 } });
  const create = useAction("createFeed", { refreshes: ["listFeeds"], onDone: onMade });
  const submit = (): void =>
    create.mutate({
      body: {
        name: values.name.trim(),
        ...contentOf(values.shows),
        ...(values.days === "" ? {} : { expires_in_days: Number(values.days) }),
      },
    });
  return (
    <FormDialog
      title="Create a feed"
      description="Its address is a secret: anyone who has it can read what the feed shows, without signing in."
      action="Create feed"
      busy={create.isPending}
      problem={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Who or what it is for, such as build machines"
        problem={problemWith(create.error, "name")}
      >
        {(ids) => <Input {...ids} {...bind("name")} required maxLength={100} autoComplete="off" />}
      </Field>
      <Field
        label="Shows"
        hint="Never more than you may see at the moment of a request."
        problem={
          problemWith(create.error, "content") ??
          problemWith(create.error, "team_id") ??
          (teams.error ? `Your teams could not be loaded. ${teams.error.message}` : undefined)
        }
      >
        {(ids) => (
          <Select {...ids} {...bind("shows")}>
            <option value="visible">Everything that I may see</option>
            <option value="public">The public catalogue</option>
            {(teams.data?.items ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                Team {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Expires after (days)"
        hint="Leave empty for no expiration."
        problem={problemWith(create.error, "expires_in_days")}
      >
        {(ids) => <Input {...ids} {...bind("days")} type="number" min={1} max={36_500} step={1} />}
      </Field>
    </FormDialog>
  );
}

function contentOf(shows: string): Pick<BodyOf<"createFeed">, "content" | "team_id"> {
  if (shows === "visible" || shows === "public") return { content: shows };
  return { content: "team", team_id: shows };
}
