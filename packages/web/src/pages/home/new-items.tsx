import { Link } from "@tanstack/react-router";
import type { ReplyOf } from "@tackroom/contract/calls";
import { KIND_WORDS } from "../../api/kinds.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { Tile } from "../../ui/data/tile.js";
import { Time } from "../../ui/data/time.js";
import { Panel, PanelNote } from "./panel.js";

/** What was released or changed last, of all kinds. */
export const NewItems = ({ items }: { readonly items: ReplyOf<"listAllItems">["items"] }) => (
  <Panel
    title="New in the registry"
    actions={
      <ButtonLink variant="quiet" size="small" to="/registry">
        Registry
      </ButtonLink>
    }
  >
    {items.length === 0 ? (
      <PanelNote>Nothing has been approved yet.</PanelNote>
    ) : (
      <ul className="grid gap-px overflow-hidden rounded-b-lg bg-line sm:grid-cols-2">
        {items.map(({ id, type, namespace, slug, name, version, description, updated_at }) => {
          const { icon, one, colour } = KIND_WORDS[type];
          return (
            <li key={id} className="bg-raised sm:last:odd:col-span-2">
              <Link
                to="/registry/$type/$namespace/$slug"
                params={{ type, namespace, slug }}
                className="flex h-full gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover"
              >
                <Tile icon={icon} colour={colour} label={one} />
                <span className="flex min-w-0 grow flex-col text-sm">
                  <span className="flex items-baseline gap-2">
                    <bdi className="truncate font-semibold">{name}</bdi>
                    <span className="shrink-0 text-xs text-muted">{version}</span>
                    <span className="ml-auto shrink-0 text-xs text-muted">
                      <Time at={updated_at} />
                    </span>
                  </span>
                  <bdi className="line-clamp-2 text-ink-2">{description}</bdi>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    )}
  </Panel>
);
