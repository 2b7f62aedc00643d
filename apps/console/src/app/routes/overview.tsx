/** Status and containers. */
import { createRoute, lazyRouteComponent, useNavigate } from "@tanstack/react-router";
import { lazy } from "react";
import { parseAlarmSearch } from "../../features/alarms/model/search.ts";
import { parseContainerSearch } from "../../features/containers/model/tabs.ts";
import { StatusPage } from "../../features/status/pages/status-page.tsx";
import { crumbs, pathOf } from "../../lib/crumbs.ts";
import { containerNames, shellTexts } from "../../texts/index.ts";
import { child } from "./root.ts";

const { crumbs: crumbTexts, nav } = shellTexts;
const container = { label: nav.container, to: "/container" } as const;
/** What the page's title says; of an address that no container has, what stands there. */
const titleOf = (name: string): string =>
  (Object.hasOwn(containerNames, name) ? containerNames[name] : undefined) ?? name;

const StarredBox = lazy(async () => ({
  default: (await import("../../features/trace/components/starred-box.tsx")).StarredBox,
}));

const WorstBox = lazy(async () => ({
  default: (await import("../../features/alarms/components/worst-box.tsx")).WorstBox,
}));

/** A feature reaches another only through here. */
function StatusRoute() {
  const navigate = useNavigate();
  return (
    <StatusPage
      alarms={<WorstBox />}
      starred={<StarredBox />}
      loadExample={async () => {
        await (await import("../../features/project/run/load-example.ts")).loadExample();
        await navigate({ to: "/project/upload" });
      }}
    />
  );
}

const status = createRoute({
  ...child,
  path: "/",
  staticData: crumbs(nav.overview, nav.status),
  // Not on demand: nearly every visit begins here, and another question to the appliance would hold it up.
  component: StatusRoute,
});
const alarms = createRoute({
  ...child,
  path: "/runtime/alarms",
  staticData: crumbs(nav.overview, nav.alarms),
  validateSearch: parseAlarmSearch,
  component: lazyRouteComponent(() => import("../../features/alarms/pages/alarms-page.tsx"), "AlarmsPage"),
});
const containers = createRoute({
  ...child,
  path: "/container",
  staticData: crumbs(nav.overview, nav.container),
  component: lazyRouteComponent(
    () => import("../../features/containers/pages/container-page.tsx"),
    "ContainerPage",
  ),
});
const containerDetail = createRoute({
  ...child,
  path: "/container/$name",
  validateSearch: parseContainerSearch,
  staticData: { crumbs: ({ name = "" }) => [container, { label: titleOf(name) }] },
  component: lazyRouteComponent(
    () => import("../../features/containers/pages/container-detail-page.tsx"),
    "ContainerDetailPage",
  ),
});
const containerLog = createRoute({
  ...child,
  path: "/container/$name/logging",
  staticData: {
    crumbs: ({ name = "" }) => [
      container,
      { label: titleOf(name), to: pathOf("container", name) },
      { label: crumbTexts.log },
    ],
  },
  component: lazyRouteComponent(() => import("../pages/container-log-page.tsx"), "ContainerLogPage"),
});

export const overviewRoutes = [status, containers, containerDetail, containerLog, alarms] as const;
