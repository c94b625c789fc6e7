export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "good" | "bad";
  /** Reverts what the message reports. */
  readonly undo?: (() => void) | undefined;
}

export interface NoticeListProps {
  readonly notices: readonly Notice[];
  readonly onClose: (id: number) => void;
}
