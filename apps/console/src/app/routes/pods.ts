/** Pods. */
import { createRoute } from "@tanstack/react-router";
import { PodPageMissing } from "../../components/unknown-page.tsx";
import { parsePodSearch } from "../../features/pods/model/pod-search.ts";
import { crumbs, pathOf } from "../../lib/crumbs.ts";
import { shellTexts } from "../../texts/index.ts";
import { lazyPage } from "./lazy-page.ts";
import { child } from "./root.ts";

const { crumbs: crumbTexts, nav } = shellTexts;

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
  component: lazyPage(() => import("../../features/pods/pages/pods-page.tsx"), "PodsPage"),
});
const pod = createRoute({
  ...podChild,
  path: "$type/$id",
  validateSearch: parsePodSearch,
  staticData: {
    crumbs: ({ id = "" }) => [{ label: nav.pods, to: "/pods" }, { label: id }],
  },
  component: lazyPage(() => import("../../features/pods/pages/pod-page.tsx"), "PodPage"),
});
const podLog = createRoute({
  ...podChild,
  path: "$type/$id/logging",
  staticData: {
    crumbs: ({ type = "", id = "" }) => [
      { label: nav.pods, to: "/pods" },
      { label: id, to: pathOf("pods", type, id) },
      { label: crumbTexts.log },
    ],
  },
  component: lazyPage(() => import("../../features/pods/pages/pod-log-page.tsx"), "PodLogPage"),
});
const podUnknown = createRoute({
  ...podChild,
  path: "$",
  staticData: crumbs(nav.overview, nav.pods),
  component: PodPageMissing,
});

export const podsRoutes = [podsArea.addChildren([pods, pod, podLog, podUnknown])] as const;
