/**
 * All routes. Each page is a file of its feature, fetched when its route is first visited. `crumbs` names the
 * sections in the header; the last one is the page.
 */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { lazy } from "react";
import { parseAuditSearch } from "../features/audit/model/audit-search.ts";
import { parseBackupSearch } from "../features/backup/model/search.ts";
import { parseCertsSearch } from "../features/certs/model/search.ts";
import { parseForwardingSearch } from "../features/forwarding/model/search.ts";
import { parseLogSearch } from "../features/log/model/log-search.ts";
import { parseNetworkSearch } from "../features/network/model/search.ts";
import { parsePodSearch } from "../features/pods/model/pod-search.ts";
import { StatusPage } from "../features/status/pages/status-page.tsx";
import { parseTraceSearch } from "../features/trace/model/search.ts";
import { parseUsersSearch } from "../features/users/model/search.ts";
import { crumbs } from "../lib/crumbs.ts";
import { shellTexts } from "../texts/index.ts";
import { PagePending } from "./errors/page-pending.tsx";
import { RouteError } from "./errors/route-error.tsx";
import { PodPageMissing, UnknownPage } from "./errors/unknown-page.tsx";
import { Shell } from "./shell/shell.tsx";

const nav = shellTexts.nav;
const container = { label: nav.container, to: "/container" } as const;

const StarredBox = lazy(async () => ({
  default: (await import("../features/trace/components/starred-box.tsx")).StarredBox,
}));

/** A feature reaches another only through here. */
function StatusRoute() {
  return (
    <StatusPage
      starred={<StarredBox />}
      loadExample={async () => {
        await (await import("../features/project/run/load-example.ts")).loadExample();
        await router.navigate({ to: "/project/upload" });
      }}
    />
  );
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: UnknownPage,
  errorComponent: RouteError,
});
const child = { getParentRoute: () => root };

const status = createRoute({
  ...child,
  path: "/",
  staticData: crumbs(nav.overview, nav.status),
  // Not on demand: nearly every visit begins here, and another question to the appliance would hold it up.
  component: StatusRoute,
});
const containers = createRoute({
  ...child,
  path: "/container",
  staticData: crumbs(nav.overview, nav.container),
  component: lazyRouteComponent(
    () => import("../features/containers/pages/container-page.tsx"),
    "ContainerPage",
  ),
});
const containerDetail = createRoute({
  ...child,
  path: "/container/$name",
  staticData: { crumbs: ({ name = "" }) => [container, { label: name }] },
  component: lazyRouteComponent(
    () => import("../features/containers/pages/container-detail-page.tsx"),
    "ContainerDetailPage",
  ),
});
const containerLog = createRoute({
  ...child,
  path: "/container/$name/logging",
  staticData: {
    crumbs: ({ name = "" }) => [container, { label: name }, { label: shellTexts.crumbs.log }],
  },
  component: lazyRouteComponent(() => import("./pages/container-log-page.tsx"), "ContainerLogPage"),
});

// An area of its own, so that "/pods" is the list and not an unknown page below it.
const podsArea = createRoute({
  ...child,
  path: "/pods",
  staticData: crumbs(nav.overview, nav.pods),
});
const podChild = { getParentRoute: () => podsArea };
const pods = createRoute({
  ...podChild,
  path: "/",
  staticData: crumbs(nav.overview, nav.pods),
  component: lazyRouteComponent(() => import("../features/pods/pages/pods-page.tsx"), "PodsPage"),
});
const pod = createRoute({
  ...podChild,
  path: "$type/$id",
  validateSearch: parsePodSearch,
  staticData: {
    crumbs: ({ id = "" }) => [{ label: nav.pods, to: "/pods" }, { label: id }],
  },
  component: lazyRouteComponent(() => import("../features/pods/pages/pod-page.tsx"), "PodPage"),
});
const podLog = createRoute({
  ...podChild,
  path: "$type/$id/logging",
  staticData: {
    crumbs: ({ id = "" }) => [
      { label: nav.pods, to: "/pods" },
      { label: id },
      { label: shellTexts.crumbs.log },
    ],
  },
  component: lazyRouteComponent(() => import("../features/pods/pages/pod-log-page.tsx"), "PodLogPage"),
});
const podUnknown = createRoute({
  ...podChild,
  path: "$",
  staticData: crumbs(nav.overview, nav.pods),
  component: PodPageMissing,
});

const projectCheck = createRoute({
  ...child,
  path: "/project/check",
  staticData: crumbs(nav.project, nav.check),
  component: lazyRouteComponent(() => import("../features/project/pages/check-page.tsx"), "CheckPage"),
});
const projectUpload = createRoute({
  ...child,
  path: "/project/upload",
  staticData: crumbs(nav.project, nav.upload),
  component: lazyRouteComponent(() => import("../features/project/pages/upload-page.tsx"), "UploadPage"),
});
const projectDownload = createRoute({
  ...child,
  path: "/project/download",
  staticData: crumbs(nav.project, nav.download),
  component: lazyRouteComponent(() => import("../features/project/pages/download-page.tsx"), "DownloadPage"),
});

const projectVersions = createRoute({
  ...child,
  path: "/project/versions",
  staticData: crumbs(nav.project, nav.versions),
  component: lazyRouteComponent(() => import("../features/project/pages/versions-page.tsx"), "VersionsPage"),
});
const projectFormat = createRoute({
  ...child,
  path: "/project/format",
  staticData: crumbs(nav.project, nav.format),
  component: lazyRouteComponent(() => import("../features/project/pages/format-page.tsx"), "FormatPage"),
});

const constants = createRoute({
  ...child,
  path: "/resources/const",
  staticData: crumbs(nav.resources, nav.constants),
  component: lazyRouteComponent(
    () => import("../features/constants/pages/constants-page.tsx"),
    "ConstantsPage",
  ),
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
  component: lazyRouteComponent(
    () => import("../features/constants/pages/collection-page.tsx"),
    "CollectionPage",
  ),
});
const htdocs = createRoute({
  ...child,
  path: "/resources/htdocs",
  staticData: crumbs(nav.resources, nav.htdocs),
  component: lazyRouteComponent(() => import("../features/htdocs/pages/htdocs-page.tsx"), "HtdocsPage"),
});
const certs = createRoute({
  ...child,
  path: "/resources/certs",
  staticData: crumbs(nav.resources, nav.certs),
  validateSearch: parseCertsSearch,
  component: lazyRouteComponent(() => import("../features/certs/pages/certs-page.tsx"), "CertsPage"),
});
const users = createRoute({
  ...child,
  path: "/resources/user",
  staticData: crumbs(nav.resources, nav.users),
  validateSearch: parseUsersSearch,
  component: lazyRouteComponent(() => import("../features/users/pages/users-page.tsx"), "UsersPage"),
});
const scripts = createRoute({
  ...child,
  path: "/resources/scripts",
  staticData: crumbs(nav.resources, nav.scripts),
  component: lazyRouteComponent(() => import("../features/scripts/pages/scripts-page.tsx"), "ScriptsPage"),
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
  component: lazyRouteComponent(() => import("../features/scripts/pages/script-page.tsx"), "ScriptPage"),
});
const knxsecure = createRoute({
  ...child,
  path: "/resources/knxsecure",
  staticData: crumbs(nav.resources, nav.knxsecure),
  component: lazyRouteComponent(() => import("../features/knx/pages/knx-page.tsx"), "KnxPage"),
});
const knxsecureIface = createRoute({
  ...child,
  path: "/resources/knxsecure/$pod/$iface",
  staticData: {
    crumbs: ({ pod = "", iface = "" }) => [
      { label: nav.resources },
      { label: nav.knxsecure, to: "/resources/knxsecure" },
      { label: `${pod} ${iface}` },
    ],
  },
  component: lazyRouteComponent(() => import("../features/knx/pages/knx-iface-page.tsx"), "KnxIfacePage"),
});

const licensePage = lazyRouteComponent(
  () => import("../features/license/pages/license-page.tsx"),
  "LicensePage",
);
const stores = createRoute({
  ...child,
  path: "/resources/stores",
  staticData: crumbs(nav.resources, nav.stores),
  component: lazyRouteComponent(() => import("../features/stores/pages/stores-page.tsx"), "StoresPage"),
});
const license = createRoute({
  ...child,
  path: "/system/license",
  staticData: crumbs(nav.system, shellTexts.crumbs.licenseKey),
  component: licensePage,
});
const licenseShort = createRoute({
  ...child,
  path: "/license",
  staticData: crumbs(nav.system, shellTexts.crumbs.licenseKey),
  component: licensePage,
});
const network = createRoute({
  ...child,
  path: "/system/network",
  staticData: crumbs(nav.system, nav.network),
  validateSearch: parseNetworkSearch,
  component: lazyRouteComponent(() => import("../features/network/pages/network-page.tsx"), "NetworkPage"),
});
const password = createRoute({
  ...child,
  path: "/system/password",
  staticData: crumbs(nav.system, nav.password),
  component: lazyRouteComponent(() => import("../features/system/pages/password-page.tsx"), "PasswordPage"),
});
const restart = createRoute({
  ...child,
  path: "/system/restart",
  staticData: crumbs(nav.system, nav.restart),
  component: lazyRouteComponent(() => import("../features/system/pages/restart-page.tsx"), "RestartPage"),
});
const update = createRoute({
  ...child,
  path: "/system/update",
  staticData: crumbs(nav.system, nav.update),
  component: lazyRouteComponent(() => import("../features/update/pages/update-page.tsx"), "UpdatePage"),
});
const backup = createRoute({
  ...child,
  path: "/system/backup",
  staticData: crumbs(nav.system, nav.backup),
  validateSearch: parseBackupSearch,
  component: lazyRouteComponent(() => import("../features/backup/pages/backup-page.tsx"), "BackupPage"),
});

const forwarding = createRoute({
  ...child,
  path: "/runtime/infotohub",
  staticData: crumbs(nav.diagnostics, nav.forwarding),
  validateSearch: parseForwardingSearch,
  component: lazyRouteComponent(
    () => import("../features/forwarding/pages/forwarding-page.tsx"),
    "ForwardingPage",
  ),
});
const log = createRoute({
  ...child,
  path: "/runtime/logging",
  staticData: crumbs(nav.diagnostics, nav.log),
  validateSearch: parseLogSearch,
  component: lazyRouteComponent(() => import("../features/log/pages/log-page.tsx"), "LogPage"),
});
const audit = createRoute({
  ...child,
  path: "/system/audit",
  staticData: crumbs(nav.diagnostics, nav.audit),
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import("../features/audit/pages/audit-page.tsx"), "AuditPage"),
});
const trace = createRoute({
  ...child,
  path: "/runtime/debug",
  staticData: crumbs(nav.diagnostics, nav.trace),
  validateSearch: parseTraceSearch,
  component: lazyRouteComponent(() => import("../features/trace/pages/trace-page.tsx"), "TracePage"),
});

const routeTree = root.addChildren([
  status,
  containers,
  containerDetail,
  containerLog,
  podsArea.addChildren([pods, pod, podLog, podUnknown]),
  projectCheck,
  projectUpload,
  projectDownload,
  projectVersions,
  projectFormat,
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
  license,
  licenseShort,
  network,
  password,
  restart,
  update,
  backup,
  forwarding,
  log,
  trace,
  audit,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultPendingComponent: PagePending,
  defaultPendingMs: 300,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: UnknownPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
