/** Entry of the console of one site, as the central shows it: the console of this version, whose calls go through the central. */
import "../../lib/jitless.ts";
import "../../styles/base.ts";
import { centralSession } from "@hubwart/fleet/calls";
import { queryClient } from "../../api/query-client.ts";
import { way } from "../../api/way.ts";
import { mount } from "../../app/mount.tsx";
import { keepEscapeFromBelow, reloadOnNewVersion } from "../../app/page-events.ts";
import { router } from "../../app/router.ts";
import { leavePage } from "../../lib/leave-page.ts";
import { tokenStore } from "../../session/token-store.ts";
import { fleetTexts } from "../../texts/index.ts";
import { callCentral } from "../api.ts";
import { consoleAddress, siteAddress } from "../place.ts";
import { SESSION, type SessionTold } from "../session-kept.ts";
import { SiteConsole } from "./site-console.tsx";
import { siteFetch } from "./site-fetch.ts";
import { siteSend } from "./site-send.ts";

const hub = /^\/at\/([a-z0-9]{12,32})(?:\/|$)/.exec(location.pathname)?.[1] ?? "";
const back = (): void => leavePage(`/${siteAddress(hub)}`);

/** As whoever is signed in at the central; the cookie itself is out of reach. */
async function start(): Promise<void> {
  const told = await callCentral(centralSession);
  const { me } = told;
  if (!me) return back();
  // From here on each call is this one's, whoever signs in.
  queryClient.setQueryData<SessionTold>(SESSION, told);
  Object.assign(way, {
    fetch: siteFetch(hub),
    sendFile: siteSend(hub),
    back: { label: fleetTexts.site.backHere, go: back },
  });
  tokenStore.takeOwn(me.id);
  // Signing in is a matter of the central.
  tokenStore.subscribe(back);
  router.update({ basepath: consoleAddress(hub) });
  keepEscapeFromBelow();
  reloadOnNewVersion();
  mount(<SiteConsole onBack={back} />);
}

if (hub === "") back();
// The page of the central says why it cannot be reached.
else start().catch(back);
