/** The device itself. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseBackupSearch } from "../../features/backup/model/search.ts";
import { parseNetworkSearch } from "../../features/network/model/search.ts";
import { crumbs } from "../../lib/crumbs.ts";
import { shellTexts } from "../../texts/index.ts";
import { child } from "./root.ts";

const { crumbs: crumbTexts, nav } = shellTexts;

const licensePage = lazyRouteComponent(
  () => import("../../features/license/pages/license-page.tsx"),
  "LicensePage",
);
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
  validateSearch: parseNetworkSearch,
  component: lazyRouteComponent(() => import("../../features/network/pages/network-page.tsx"), "NetworkPage"),
});
const password = createRoute({
  ...child,
  path: "/system/password",
  staticData: crumbs(nav.system, nav.password),
  component: lazyRouteComponent(
    () => import("../../features/system/pages/password-page.tsx"),
    "PasswordPage",
  ),
});
const restart = createRoute({
  ...child,
  path: "/system/restart",
  staticData: crumbs(nav.system, nav.restart),
  component: lazyRouteComponent(() => import("../../features/system/pages/restart-page.tsx"), "RestartPage"),
});
const update = createRoute({
  ...child,
  path: "/system/update",
  staticData: crumbs(nav.system, nav.update),
  component: lazyRouteComponent(() => import("../../features/update/pages/update-page.tsx"), "UpdatePage"),
});
const backup = createRoute({
  ...child,
  path: "/system/backup",
  staticData: crumbs(nav.system, nav.backup),
  validateSearch: parseBackupSearch,
  component: lazyRouteComponent(() => import("../../features/backup/pages/backup-page.tsx"), "BackupPage"),
});

export const systemRoutes = [license, licenseShort, network, password, restart, update, backup] as const;
