/** The device itself. */
import { createRoute } from "@tanstack/react-router";
import { TABS as BACKUP_TABS } from "../../features/backup/model/tabs.ts";
import { TABS as NETWORK_TABS } from "../../features/network/model/tabs.ts";
import { crumbs } from "../../lib/crumbs.ts";
import { parseTab } from "../../lib/parse-tab.ts";
import { shellTexts } from "../../texts/index.ts";
import { lazyPage } from "./lazy-page.ts";
import { child } from "./root.ts";

const { crumbs: crumbTexts, nav } = shellTexts;

const licensePage = lazyPage(() => import("../../features/license/pages/license-page.tsx"), "LicensePage");
const license = createRoute({
  ...child,
  path: "/system/license",
  staticData: crumbs(nav.system, crumbTexts.licenseKey),
  component: licensePage,
});
const licenseShort = createRoute({
  ...child,
  path: "/license",
  staticData: crumbs(nav.system, crumbTexts.licenseKey),
  component: licensePage,
});
const network = createRoute({
  ...child,
  path: "/system/network",
  staticData: crumbs(nav.system, nav.network),
  validateSearch: (search) => parseTab(NETWORK_TABS, search),
  component: lazyPage(() => import("../../features/network/pages/network-page.tsx"), "NetworkPage"),
});
const password = createRoute({
  ...child,
  path: "/system/password",
  staticData: crumbs(nav.system, nav.password),
  component: lazyPage(() => import("../../features/system/pages/password-page.tsx"), "PasswordPage"),
});
const people = createRoute({
  ...child,
  path: "/system/people",
  staticData: crumbs(nav.system, nav.people),
  component: lazyPage(() => import("../../features/people/pages/people-page.tsx"), "PeoplePage"),
});
const tokens = createRoute({
  ...child,
  path: "/system/tokens",
  staticData: crumbs(nav.system, nav.machineTokens),
  component: lazyPage(() => import("../../features/machine-tokens/pages/tokens-page.tsx"), "TokensPage"),
});
const central = createRoute({
  ...child,
  path: "/system/central",
  staticData: crumbs(nav.system, nav.central),
  component: lazyPage(() => import("../../features/central/pages/central-page.tsx"), "CentralPage"),
});
const restart = createRoute({
  ...child,
  path: "/system/restart",
  staticData: crumbs(nav.system, nav.restart),
  component: lazyPage(() => import("../../features/system/pages/restart-page.tsx"), "RestartPage"),
});
const update = createRoute({
  ...child,
  path: "/system/update",
  staticData: crumbs(nav.system, nav.update),
  component: lazyPage(() => import("../../features/update/pages/update-page.tsx"), "UpdatePage"),
});
const backup = createRoute({
  ...child,
  path: "/system/backup",
  staticData: crumbs(nav.system, nav.backup),
  validateSearch: (search) => parseTab(BACKUP_TABS, search),
  component: lazyPage(() => import("../../features/backup/pages/backup-page.tsx"), "BackupPage"),
});

export const systemRoutes = [
  license,
  licenseShort,
  network,
  password,
  people,
  tokens,
  central,
  restart,
  update,
  backup,
] as const;
