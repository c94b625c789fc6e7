import { Link } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { KIND_WORDS } from "../../api/kinds.js";
import { Badge, StatusBadge } from "../../ui/feedback/badge.js";
import { Time } from "../../ui/data/time.js";
import type { RegistryRow } from "./registry-rows.js";

/** One item in a list; the whole row leads to it. */
export function ItemRow({ type, item }: RegistryRow) {
  const { icon: Icon, one } = KIND_WORDS[type];
  return (
    <Link
      to="/registry/$type/$namespace/$slug"
      params={{ type, namespace: item.namespace, slug: item.slug }}
      data-row=""
      className="flex gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-hover"
    >
      <Icon size={18} className="mt-0.5 shrink-0 text-accent" role="img" aria-label={one} />
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="line-clamp-1 font-semibold">{item.name}</bdi>
          <span className="text-sm text-muted">{item.version}</span>
          {item.status !== "approved" && <StatusBadge status={item.status} />}
          {item.is_private && (
            <Badge>
              <Lock size={11} aria-hidden="true" /> {item.visibility}
            </Badge>
          )}
        </div>
        <bdi className="line-clamp-2 text-muted">{item.description}</bdi>
        <div className="flex flex-wrap gap-x-3 text-sm text-muted">
          <bdi className="line-clamp-1">{item.qualified_name}</bdi>
          <Time at={item.updated_at} />
          {item.tags.length > 0 && <bdi className="line-clamp-1">{item.tags.map((tag) => `#${tag}`).join(" ")}</bdi>}
          {item.supported_harnesses.length > 0 && (
            <span className="line-clamp-1">{item.supported_harnesses.join(", ")}</span>
          )}
        </div>
      </div>
    </Link>
  );
}
