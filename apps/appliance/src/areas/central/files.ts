/** What of the device's files goes to its central, by the choice of its administrator. */
import type { FileSource } from "@hubwart/fleet/uplink";
import type { AppContext } from "../../context.ts";
import { forgetHistory, HistorySource } from "./history-source.ts";
import type { Choice } from "./membership.ts";

export interface SharedFiles {
  /** Exactly these are shared from now on; what is shared no longer is forgotten. */
  share(choice: Choice): Promise<readonly FileSource[]>;
  /** The device belongs to no central any more. */
  forget(): Promise<void>;
}

export function sharedFiles({ clock, layout }: Pick<AppContext, "clock" | "layout">): SharedFiles {
  return {
    async share({ history }) {
      if (!history) {
        await forgetHistory(layout.centralHistory);
        return [];
      }
      return [await HistorySource.open({ lake: layout.lake, file: layout.centralHistory, clock })];
    },
    forget: () => forgetHistory(layout.centralHistory),
  };
}
