/** Status and containers. */
import { createRoute, useNavigate } from "@tanstack/react-router";
import { lazy } from "react";
import { parseAlarmSearch } from "../../features/alarms/model/search.ts";
import { parseContainerSearch } from "../../features/containers/model/tabs.ts";
import { parseEnergySearch } from "../../features/energy/model/search.ts";
import { parseScheduleSearch } from "../../features/schedules/model/search.ts";
import { parseAreaSearch } from "../../features/status/model/area-search.ts";
import { StatusPage } from "../../features/status/pages/status-page.tsx";
import { crumbs, pathOf } from "../../lib/crumbs.ts";
import { containerNames, shellTexts } from "../../texts/index.ts";
import { lazyPage } from "./lazy-page.ts";
import { child } from "./root.ts";

const { crumbs: crumbTexts, nav } = shellTexts;
const container = { label: nav.container, to: "/container" } as const;
/** What the page's title says; of an address that no container has, what stands there. */
const titleOf = (name: string): string =>
  (Object.hasOwn(containerNames, name) ? containerNames[name] : undefined) ?? name;

const StarredBox = lazy(async () => ({
  default: (await import("../../features/trace/components/starred-box.tsx")).StarredBox,
}));

/** A feature reaches another only through here. */
function StatusRoute() {
  const navigate = useNavigate();
  return (
    <StatusPage
      starred={<StarredBox />}
      area={status.useSearch().area ?? ""}
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
  validateSearch: parseAreaSearch,
  staticData: crumbs(nav.overview, nav.status),
  // Not on demand: nearly every visit begins here, and another question to the appliance would hold it up.
  component: StatusRoute,
});
const alarms = createRoute({
  ...child,
  path: "/runtime/alarms",
  staticData: crumbs(nav.overview, nav.alarms),
  validateSearch: parseAlarmSearch,
  component: lazyPage(() => import("../../features/alarms/pages/alarms-page.tsx"), "AlarmsPage"),
});
const Trend = lazy(async () => ({
  default: (await import("../../features/trace/components/trend.tsx")).Trend,
}));
const AreaAlarms = lazy(async () => ({
  default: (await import("../../features/alarms/components/area-alarms.tsx")).AreaAlarms,
}));
const views = createRoute({
  ...child,
  path: "/view",
  staticData: crumbs(nav.overview, nav.pages),
  component: lazyPage(() => import("../../features/pages/pages/view-list-page.tsx"), "ViewListPage"),
});
const view = createRoute({
  ...child,
  path: "/view/$page",
  staticData: { crumbs: ({ page = "" }) => [{ label: nav.pages, to: "/view" }, { label: page }] },
  component: lazyPage(async () => {
    const { ViewPage } = await import("../../features/pages/pages/view-page.tsx");
    return { default: () => <ViewPage Trend={Trend} Alarms={AreaAlarms} /> };
  }),
});
const schedules = createRoute({
  ...child,
  path: "/runtime/schedules",
  staticData: crumbs(nav.overview, nav.schedules),
  validateSearch: parseScheduleSearch,
  component: lazyPage(() => import("../../features/schedules/pages/schedules-page.tsx"), "SchedulesPage"),
});
const schedule = createRoute({
  ...child,
  path: "/runtime/schedules/$id",
  staticData: {
    crumbs: ({ id = "" }) => [{ label: nav.schedules, to: "/runtime/schedules" }, { label: id }],
  },
  component: lazyPage(() => import("../../features/schedules/pages/schedule-page.tsx"), "SchedulePage"),
});
const energy = createRoute({
  ...child,
  path: "/runtime/energy",
  staticData: crumbs(nav.overview, nav.energy),
  validateSearch: parseEnergySearch,
  component: lazyPage(() => import("../../features/energy/pages/energy-page.tsx"), "EnergyPage"),
});
const containers = createRoute({
  ...child,
  path: "/container",
  staticData: crumbs(nav.overview, nav.container),
  component: lazyPage(() => import("../../features/containers/pages/container-page.tsx"), "ContainerPage"),
});
const containerDetail = createRoute({
  ...child,
  path: "/container/$name",
  validateSearch: parseContainerSearch,
  staticData: { crumbs: ({ name = "" }) => [container, { label: titleOf(name) }] },
  component: lazyPage(
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
  component: lazyPage(() => import("../pages/container-log-page.tsx"), "ContainerLogPage"),
});

export const overviewRoutes = [
  status,
  views,
  view,
  containers,
  containerDetail,
  containerLog,
  alarms,
  schedules,
  schedule,
  energy,
] as const;
