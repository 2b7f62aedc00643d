/** The wishes of a group, and how they are changed: from what is stored, so that nobody overwrites what somebody else saved meanwhile. */
import { type AnswerOf } from "@hubwart/contract";
import { type centralDesired, centralDesiredSave, type DesiredSettings } from "@hubwart/fleet/calls";
import { useQueryClient } from "@tanstack/react-query";
import { callCentral } from "./api.ts";

export type Wishes = AnswerOf<typeof centralDesired>;

/** @param change of the wishes as they are shown. @throws ApiError where they are others by now */
export type SaveWishes = (change: (now: DesiredSettings) => DesiredSettings) => Promise<void>;

export interface WishesProps {
  settings: DesiredSettings;
  readOnly: boolean;
  save: SaveWishes;
}

export function useSaveWishes(
  group: string,
  { mark, settings }: Pick<Wishes, "mark" | "settings">,
): SaveWishes {
  const client = useQueryClient();
  return async (change) => {
    const body = { group, settings: change(settings), was: mark };
    try {
      await callCentral(centralDesiredSave, { body });
    } finally {
      await client.invalidateQueries({ queryKey: ["desired", group] });
    }
  };
}
