/** The project. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { crumbs } from "../../lib/crumbs.ts";
import { shellTexts } from "../../texts/index.ts";
import { child } from "./root.ts";

const { nav } = shellTexts;

const projectCheck = createRoute({
  ...child,
  path: "/project/check",
  staticData: crumbs(nav.project, nav.check),
  component: lazyRouteComponent(() => import("../../features/project/pages/check-page.tsx"), "CheckPage"),
});
const projectUpload = createRoute({
  ...child,
  path: "/project/upload",
  staticData: crumbs(nav.project, nav.upload),
  component: lazyRouteComponent(() => import("../../features/project/pages/upload-page.tsx"), "UploadPage"),
});
const projectDownload = createRoute({
  ...child,
  path: "/project/download",
  staticData: crumbs(nav.project, nav.download),
  component: lazyRouteComponent(
    () => import("../../features/project/pages/download-page.tsx"),
    "DownloadPage",
  ),
});
const projectVersions = createRoute({
  ...child,
  path: "/project/versions",
  staticData: crumbs(nav.project, nav.versions),
  component: lazyRouteComponent(
    () => import("../../features/project/pages/versions-page.tsx"),
    "VersionsPage",
  ),
});
const projectFormat = createRoute({
  ...child,
  path: "/project/format",
  staticData: crumbs(nav.project, nav.format),
  component: lazyRouteComponent(() => import("../../features/project/pages/format-page.tsx"), "FormatPage"),
});

export const projectRoutes = [
  projectCheck,
  projectUpload,
  projectDownload,
  projectVersions,
  projectFormat,
] as const;
