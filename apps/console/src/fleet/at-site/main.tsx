/** Entry of the console of one site, as the central shows it: the console of this version, whose calls go through the central. */
import "../../lib/jitless.ts";
import "../../styles/base.ts";
import { way } from "../../api/way.ts";
import { mount } from "../../app/mount.tsx";
import { keepEscapeFromBelow, reloadOnNewVersion } from "../../app/page-events.ts";
import { router } from "../../app/router.ts";
import { leavePage } from "../../lib/leave-page.ts";
import { tokenStore } from "../../session/token-store.ts";
import { fleetTexts } from "../../texts/index.ts";
import { consoleAddress, siteAddress } from "../place.ts";
import { readToken } from "../token.ts";
import { SiteConsole } from "./site-console.tsx";
import { siteFetch } from "./site-fetch.ts";

const hub = /^\/at\/([a-z0-9]{12,32})(?:\/|$)/.exec(location.pathname)?.[1] ?? "";
const token = readToken();
const back = (): void => leavePage(`/${siteAddress(hub)}`);

if (hub === "" || token === undefined) back();
else {
  Object.assign(way, {
    fetch: siteFetch(hub),
    noFiles: fleetTexts.site.noFiles,
    back: { label: fleetTexts.site.backHere, go: back },
  });
  tokenStore.takeOwn(token);
  // Signing in is a matter of the central.
  tokenStore.subscribe(back);
  router.update({ basepath: consoleAddress(hub) });
  keepEscapeFromBelow();
  reloadOnNewVersion();
  mount(<SiteConsole onBack={back} />);
}
