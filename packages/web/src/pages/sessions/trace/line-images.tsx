import type { Session } from "@tackroom/contract";
import { createContext, useContext, useMemo, useState } from "react";
import { useCall } from "../../../api/queries.js";
import { mayActAs, useUser } from "../../../api/session.js";
import { Button } from "../../../ui/actions/button.js";
import { refOf } from "../session-link.js";
import { imagesIn } from "./images-in.js";

/** What stands for an image in the texts of events. */
const MARK = /(?:^|\n)\[image\](?=\n|$)/g;

export const namesImages = (text: string): boolean => text.includes("[image]");
export const withoutImageMarks = (text: string): string => text.replace(MARK, "").trim();

/** The session that the shown lines belong to: a subagent's are another session's. */
export const SessionOfLines = createContext<Session | undefined>(undefined);

interface LineImagesProps {
  readonly line: number;
}

/**
 * The images of a line. Events have none; they are in the raw line, which only the session's user can read, and super admins,
 * whose reading is recorded: they ask for it.
 */
export function LineImages({ line }: LineImagesProps) {
  const session = useContext(SessionOfLines);
  const user = useUser();
  const [isAskedFor, setAskedFor] = useState(false);
  if (!session) return null;
  const isOwn = session.user_id === user.id;
  if (isOwn || isAskedFor) return <Images session={session} line={line} />;
  if (!mayActAs(user, "super_admin")) return <Note>Only the person who ran this session can see its images.</Note>;
  return (
    <Note>
      <Button size="small" onClick={() => setAskedFor(true)}>
        Show images
      </Button>{" "}
      Reading raw lines is recorded in the audit log.
    </Note>
  );
}

/** Its height does not depend on what is loaded, so that the lines below stay where they are. */
function Images({ session, line }: LineImagesProps & { readonly session: Session }) {
  const params = { id: session.session_id };
  const lines = useCall("listSessionLines", { params, query: { ...refOf(session), from: line, limit: 1 } });
  const raw = lines.data?.find((found) => found.line === line)?.raw;
  const images = useMemo(() => (raw === undefined ? [] : imagesIn(raw)), [raw]);
  if (lines.error) return <Note>The images could not be loaded: {lines.error.message}</Note>;
  if (lines.data && images.length === 0) return <Note>The transcript has no image here that can be shown.</Note>;
  return (
    <span className="flex h-48 gap-2 overflow-x-auto py-2">
      {images.map((address, place) => (
        <a key={place} href={address} download={`line-${line}-image-${place + 1}`} className="block h-full shrink-0">
          <img
            src={address}
            alt={`Image ${place + 1} of line ${line}`}
            className="h-full max-w-full rounded border border-line object-contain"
          />
        </a>
      ))}
    </span>
  );
}

const Note = ({ children }: { readonly children: React.ReactNode }) => (
  <span className="flex min-h-9 items-center gap-2 py-1 text-xs text-muted">{children}</span>
);
