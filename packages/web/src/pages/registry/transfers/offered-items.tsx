import { Link } from "@tanstack/react-router";
import { KIND_WORDS, typeOfKind } from "../../../api/kinds.js";
import type { OwnershipTransfer } from "../../../api/transfers.js";
import { Section } from "../../../ui/layout/card.js";
import { Time } from "../../../ui/data/time.js";
import { OfferButtons } from "./offer-buttons.js";

/** The transfers offered to the user; nothing if there are none. */
export function OfferedItems({ transfers }: { readonly transfers: readonly OwnershipTransfer[] }) {
  if (transfers.length === 0) return null;
  return (
    <Section title="Offered to you" className="max-w-3xl">
      <ul
        aria-label="Offered to you"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised"
      >
        {transfers.map((transfer) => (
          <li key={transfer.id}>
            <Row transfer={transfer} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Row({ transfer }: { readonly transfer: OwnershipTransfer }) {
  const type = typeOfKind(transfer.type);
  if (!type) return null;
  const { icon: Icon, one } = KIND_WORDS[type];
  const [namespace = "", slug = ""] = transfer.qualified_name.split("/");
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Icon size={18} role="img" aria-label={one} className="mt-0.5 shrink-0 text-accent" />
        <div className="flex min-w-0 flex-col gap-0.5">
          <Link
            to="/registry/$type/$namespace/$slug"
            params={{ type, namespace, slug }}
            className="line-clamp-1 font-semibold hover:underline"
          >
            <bdi>{transfer.qualified_name}</bdi>
          </Link>
          <span className="text-sm text-muted">
            <bdi>{transfer.from}</bdi> wants to transfer it to you, <Time at={transfer.created_at} />
          </span>
        </div>
      </div>
      <OfferButtons type={type} transfer={transfer} />
    </div>
  );
}
