import type { ReplyOf } from "@tackroom/contract/calls";
import { Plus, Rss } from "lucide-react";
import { useState } from "react";
import type { ElementOf } from "../../../api/client.js";
import { useList } from "../../../api/queries.js";
import { mayActAs, useUser } from "../../../api/session.js";
import { Button } from "../../../ui/actions/button.js";
import { Pagination } from "../../../ui/data/pagination.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { useAddressFilters } from "../../../ui/forms/address-filters.js";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { Page } from "../../../ui/layout/page.js";
import { CreateFeedDialog } from "./create-feed-dialog.js";
import { NewAddress, RevokeFeedDialog, RotateFeedDialog } from "./feed-dialogs.js";
import { FeedTable } from "./feed-table.js";

type Feed = ElementOf<ReplyOf<"listFeeds">>;
type Open = "create" | { readonly rotate: Feed } | { readonly revoke: Feed } | { readonly made: ReplyOf<"createFeed"> };

const PAGE = 50;

export function FeedsPage() {
  const isAdmin = mayActAs(useUser(), "admin");
  const { offset, turnTo } = useAddressFilters([]);
  const [open, setOpen] = useState<Open>();
  const feeds = useList("listFeeds", { query: { limit: PAGE, offset } }, { keepsPrevious: true });
  const close = (): void => setOpen(undefined);
  const show = (made: ReplyOf<"createFeed">): void => setOpen({ made });
  return (
    <Page
      title="Feeds"
      intro={`Secret addresses at which clients that cannot sign in read a part of the catalogue.${isAdmin ? " As an admin you see those of everybody, and can revoke them." : ""}`}
      actions={
        <Button variant="primary" onClick={() => setOpen("create")}>
          <Plus size={14} aria-hidden="true" /> Create a feed
        </Button>
      }
    >
      <Loaded query={feeds}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <EmptyState icon={Rss} title="No feeds">
                A feed gives Claude Code, Codex, VS Code and other clients an address to read. Create one here, or
                choose your client under Connect.
              </EmptyState>
            ) : (
              <FeedTable
                feeds={items}
                onRotate={(rotate) => setOpen({ rotate })}
                onRevoke={(revoke) => setOpen({ revoke })}
              />
            )}
            <Pagination offset={offset} limit={PAGE} total={total} onChange={turnTo} />
          </>
        )}
      </Loaded>
      {open === "create" && <CreateFeedDialog onMade={show} onClose={close} />}
      {typeof open === "object" && "rotate" in open && (
        <RotateFeedDialog feed={open.rotate} onMade={show} onClose={close} />
      )}
      {typeof open === "object" && "revoke" in open && <RevokeFeedDialog feed={open.revoke} onClose={close} />}
      {typeof open === "object" && "made" in open && <NewAddress feed={open.made} onClose={close} />}
    </Page>
  );
}
