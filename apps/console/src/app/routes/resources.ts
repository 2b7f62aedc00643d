/** What belongs to the project and is edited on the device. */
import { USER_KINDS } from "@hubwart/contract";
import { createRoute } from "@tanstack/react-router";
import { TABS as CERTS_TABS } from "../../features/certs/model/tabs.ts";
import { ifaceChannel } from "../../features/knx/model/iface-channel.ts";
import { TABS as IFACE_TABS } from "../../features/knx/model/tabs.ts";
import { crumbs } from "../../lib/crumbs.ts";
import { parseTab } from "../../lib/parse-tab.ts";
import { shellTexts } from "../../texts/index.ts";
import { lazyPage } from "./lazy-page.ts";
import { child } from "./root.ts";

const { nav } = shellTexts;

const constants = createRoute({
  ...child,
  path: "/resources/const",
  staticData: crumbs(nav.resources, nav.constants),
  component: lazyPage(() => import("../../features/constants/pages/constants-page.tsx"), "ConstantsPage"),
});
const constantsJson = createRoute({
  ...child,
  path: "/resources/const/$id/json",
  staticData: {
    crumbs: ({ id = "" }) => [
      { label: nav.resources },
      { label: nav.constants, to: "/resources/const" },
      { label: id },
    ],
  },
  component: lazyPage(() => import("../../features/constants/pages/collection-page.tsx"), "CollectionPage"),
});
const htdocs = createRoute({
  ...child,
  path: "/resources/htdocs",
  staticData: crumbs(nav.resources, nav.htdocs),
  component: lazyPage(() => import("../../features/htdocs/pages/htdocs-page.tsx"), "HtdocsPage"),
});
const certs = createRoute({
  ...child,
  path: "/resources/certs",
  staticData: crumbs(nav.resources, nav.certs),
  validateSearch: (search) => parseTab(CERTS_TABS, search),
  component: lazyPage(() => import("../../features/certs/pages/certs-page.tsx"), "CertsPage"),
});
const users = createRoute({
  ...child,
  path: "/resources/user",
  staticData: crumbs(nav.resources, nav.users),
  validateSearch: (search) => parseTab(USER_KINDS, search),
  component: lazyPage(() => import("../../features/users/pages/users-page.tsx"), "UsersPage"),
});
const scripts = createRoute({
  ...child,
  path: "/resources/scripts",
  staticData: crumbs(nav.resources, nav.scripts),
  component: lazyPage(() => import("../../features/scripts/pages/scripts-page.tsx"), "ScriptsPage"),
});
const script = createRoute({
  ...child,
  path: "/resources/scripts/$file",
  staticData: {
    crumbs: ({ file = "" }) => [
      { label: nav.resources },
      { label: nav.scripts, to: "/resources/scripts" },
      { label: file },
    ],
  },
  component: lazyPage(() => import("../../features/scripts/pages/script-page.tsx"), "ScriptPage"),
});
const knxsecure = createRoute({
  ...child,
  path: "/resources/knxsecure",
  staticData: crumbs(nav.resources, nav.knxsecure),
  component: lazyPage(() => import("../../features/knx/pages/knx-page.tsx"), "KnxPage"),
});
const knxsecureIface = createRoute({
  ...child,
  path: "/resources/knxsecure/$pod/$iface",
  validateSearch: (search) => parseTab(IFACE_TABS, search),
  staticData: {
    crumbs: ({ pod = "", iface = "" }) => [
      { label: nav.resources },
      { label: nav.knxsecure, to: "/resources/knxsecure" },
      { label: ifaceChannel(pod, iface) },
    ],
  },
  component: lazyPage(() => import("../../features/knx/pages/knx-iface-page.tsx"), "KnxIfacePage"),
});
const stores = createRoute({
  ...child,
  path: "/resources/stores",
  staticData: crumbs(nav.resources, nav.stores),
  component: lazyPage(() => import("../../features/stores/pages/stores-page.tsx"), "StoresPage"),
});

export const resourcesRoutes = [
  constants,
  constantsJson,
  htdocs,
  certs,
  users,
  scripts,
  script,
  knxsecure,
  knxsecureIface,
  stores,
] as const;
