import type { ReplyOf } from "@tackroom/contract/calls";

export type Setting = ReplyOf<"getSetting">;
