import { Tile } from "../../ui/data/tile.js";
import type { PaletteOption } from "./option.js";

/** What is known about the item under the cursor, without asking for more. Its place stays while other options are active. */
export function OptionPreview({ option }: { readonly option: PaletteOption | undefined }) {
  const preview = option?.preview;
  return (
    <aside
      aria-label="Preview"
      className="hidden w-60 shrink-0 overflow-y-auto border-l border-line bg-sunken p-4 md:block"
    >
      {option && preview && (
        <div className="flex flex-col gap-3">
          <div className="flex items-center gap-2.5">
            <Tile icon={option.icon} colour={option.colour} size="large" />
            <div className="min-w-0">
              <bdi className="block truncate font-semibold">{option.label}</bdi>
              <bdi className="block truncate text-xs text-muted">{preview.subtitle}</bdi>
            </div>
          </div>
          <bdi className="line-clamp-6 text-sm text-ink-2">{preview.text}</bdi>
          <dl className="text-xs">
            {preview.facts.map(([name, value]) => (
              <div key={name} className="flex justify-between gap-3 border-t border-line py-1.5">
                <dt className="shrink-0 text-muted">{name}</dt>
                <dd className="text-right">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </aside>
  );
}
