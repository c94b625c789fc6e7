import type { NoticeListProps } from "./notice.js";

/** The messages of `toast-list.tsx` until its code is loaded, and if it cannot be loaded: they stay until dismissed. */
export const PlainToasts = ({ notices, onClose }: NoticeListProps) => (
  <div role="status" className="fixed right-0 bottom-0 z-50 flex w-96 max-w-full flex-col gap-2 p-4">
    {notices.map(({ id, text, undo }) => (
      <p
        key={id}
        className="flex items-start gap-2.5 rounded-md border border-line bg-raised px-3 py-2.5 text-sm shadow-menu"
      >
        <span className="grow">{text}</span>
        {undo && (
          <button type="button" className="rounded text-accent underline" onClick={undo}>
            Undo
          </button>
        )}
        <button type="button" className="rounded text-muted hover:text-ink" onClick={() => onClose(id)}>
          Dismiss
        </button>
      </p>
    ))}
  </div>
);
