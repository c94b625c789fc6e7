import type { ReplyOf } from "@tackroom/contract/calls";
import { Star } from "lucide-react";
import { useState } from "react";
import type { ElementOf } from "../../../api/client.js";
import { KIND_WORDS, type ItemDetail, type ItemType } from "../../../api/kinds.js";
import { useAction, useCall, useList } from "../../../api/queries.js";
import { Badge } from "../../../ui/feedback/badge.js";
import { Button } from "../../../ui/actions/button.js";
import { Card } from "../../../ui/layout/card.js";
import { classes } from "../../../ui/theme/classes.js";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Checkbox, Field, TextArea } from "../../../ui/forms/field.js";
import { LeaveGuard } from "../../../ui/overlays/leave-guard.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { Time } from "../../../ui/data/time.js";
import { FIVE, Stars } from "./stars.js";

interface OfItem {
  readonly type: ItemType;
  readonly item: ItemDetail;
}

export function RatingsTab({ type, item }: OfItem) {
  const { kind } = KIND_WORDS[type];
  const summary = useCall("getFeedbackSummary", { params: { id: item.id } });
  const ratings = useList("listFeedback", { params: { type: kind, id: item.id } });
  // Uses the list of the user's own ratings: an anonymous rating does not name its author, and querying the user's rating of
  // this item fails if there is none.
  const mine = useList("listMyFeedback", { query: { limit: 200 } });
  const isRated = mine.data?.items.some(({ listing_id: rated }) => rated === item.id);
  return (
    <Loaded query={ratings} waits={summary.isLoading || mine.isLoading}>
      {({ items }) => (
        <div className="flex max-w-3xl flex-col gap-4">
          {summary.data && summary.data.total_reviews > 0 && (
            <p className="flex items-center gap-2 text-lg">
              <Stars rating={summary.data.average_rating} />
              {summary.data.average_rating.toFixed(1)} of 5, by {summary.data.total_reviews}
            </p>
          )}
          {isRated === false && <RatingForm type={type} item={item} />}
          {items.length === 0 ? (
            <EmptyState icon={Star} title="No ratings yet">
              Submit rating to help others decide.
            </EmptyState>
          ) : (
            <Ratings ratings={items} />
          )}
        </div>
      )}
    </Loaded>
  );
}

const Ratings = ({ ratings }: { readonly ratings: readonly ElementOf<ReplyOf<"listFeedback">>[] }) => (
  <ul className="flex flex-col gap-2">
    {ratings.map((each) => (
      <li key={each.id}>
        <Card className="flex flex-col gap-1 py-3">
          <span className="flex items-center gap-2 text-sm text-muted">
            <Stars rating={each.rating} />
            <bdi>{each.user_name ?? (each.anonymous ? "Anonymous" : "Deleted user")}</bdi>
            <Time at={each.created_at} />
            {each.is_own && (
              <Badge title="Rated by an owner or co-author. Counts toward the average only while there are no other ratings.">
                Author
              </Badge>
            )}
          </span>
          {each.comment !== null && <p dir="auto">{each.comment}</p>}
        </Card>
      </li>
    ))}
  </ul>
);

function RatingForm({ type, item }: OfItem) {
  const [rating, setRating] = useState(0);
  const [comment, setComment] = useState("");
  const [anonymous, setAnonymous] = useState(false);
  const give = useAction("giveFeedback", { refreshes: ["listFeedback", "getFeedbackSummary", "listMyFeedback"] });
  return (
    <Card>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const commentMember = comment.trim() === "" ? {} : { comment };
          give.mutate({
            body: { listing_id: item.id, listing_type: KIND_WORDS[type].kind, rating, anonymous, ...commentMember },
          });
        }}
      >
        <StarChoice rating={rating} onChoose={setRating} />
        <Field label="Comment (optional)">
          {(ids) => (
            <TextArea
              {...ids}
              rows={2}
              maxLength={5000}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        <Checkbox
          label="Rate anonymously"
          checked={anonymous}
          onChange={(event) => setAnonymous(event.target.checked)}
        />
        <LeaveGuard hasUnsaved={() => comment.trim() !== "" && !give.isPending} />
        {give.error && <ErrorBox problem={give.error} />}
        <Button type="submit" variant="primary" className="self-start" disabled={rating === 0} busy={give.isPending}>
          Submit rating
        </Button>
      </form>
    </Card>
  );
}

interface StarChoiceProps {
  readonly rating: number;
  readonly onChoose: (rating: number) => void;
}

const StarChoice = ({ rating, onChoose }: StarChoiceProps) => (
  <fieldset className="flex items-center gap-1">
    <legend className="mb-1 font-medium">How well does it work for you?</legend>
    {FIVE.map((value) => (
      <Button
        key={value}
        variant="quiet"
        size="icon"
        aria-pressed={rating === value}
        aria-label={`${value} out of 5`}
        onClick={() => onChoose(value)}
      >
        <Star size={18} aria-hidden="true" className={classes("text-accent", value <= rating && "fill-current")} />
      </Button>
    ))}
  </fieldset>
);
