/** What the calls about files of one site do. */
import type { Clock } from "@hubwart/core";
import type { RoutedCalls } from "../bus/routed.ts";
import type { CentralHandlers } from "../http/edge.ts";
import { known } from "../known.ts";
import type { Sites } from "../register/sites.ts";
import { Pace } from "./pace.ts";
import { SiteDownloads } from "./site-downloads.ts";
import { SiteUploads } from "./site-uploads.ts";

interface Parts {
  routed: Pick<RoutedCalls, "act" | "exchange">;
  sites: Pick<Sites, "get">;
  clock: Clock;
}

type Names =
  | "centralSiteFile"
  | "centralSiteFileBegin"
  | "centralSiteFileEnd"
  | "centralSiteFileFetch"
  | "centralSiteFilePiece";

export function transferHandlers({ clock, routed, sites }: Parts): Pick<CentralHandlers, Names> {
  const pace = new Pace(clock);
  const downloads = new SiteDownloads(routed, clock, pace);
  const uploads = new SiteUploads(routed, pace);
  const nameOf = (hub: string) => sites.get(hub)?.name ?? "";
  return {
    centralSiteFileFetch: async ({ body, note, person }) => {
      const { call, hub } = body;
      // Passwords may stand in the query.
      note({ hub, name: nameOf(hub), call });
      const told = await downloads.open(body, known(person));
      note({ hub, name: nameOf(hub), call, status: told.status, file: told.name });
      return told;
    },
    centralSiteFile: async ({ query }) => downloads.take(query.ticket),
    centralSiteFileBegin: async ({ body, person }) => await uploads.begin(body, known(person)),
    centralSiteFilePiece: async ({ body, person }) =>
      await uploads.write(body, body.at, Buffer.from(body.data, "base64"), known(person)),
    centralSiteFileEnd: async ({ body, note, person }) => {
      const { hub, sha256, size } = body;
      note({ hub, name: nameOf(hub), sha256 });
      const told = await uploads.end(body, size, sha256, known(person));
      note({ hub, name: nameOf(hub), sha256, status: told.status });
      return told;
    },
  };
}
