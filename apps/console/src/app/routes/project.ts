/** The project. */
import { createRoute } from "@tanstack/react-router";
import { crumbs } from "../../lib/crumbs.ts";
import { parseDraftPlace } from "../../lib/draft-place.ts";
import { shellTexts } from "../../texts/index.ts";
import { lazyPage } from "./lazy-page.ts";
import { child } from "./root.ts";

const { nav } = shellTexts;

const projectDrafts = createRoute({
  ...child,
  path: "/project/edit",
  staticData: crumbs(nav.project, nav.edit),
  component: lazyPage(() => import("../../features/project/pages/drafts-page.tsx"), "DraftsPage"),
});
const projectDraft = createRoute({
  ...child,
  path: "/project/edit/$draft",
  validateSearch: parseDraftPlace,
  staticData: crumbs(nav.project, { label: nav.edit, to: "/project/edit" }, nav.draft),
  component: lazyPage(() => import("../../features/project/pages/draft-page.tsx"), "DraftPage"),
});
const projectCheck = createRoute({
  ...child,
  path: "/project/check",
  staticData: crumbs(nav.project, nav.check),
  component: lazyPage(() => import("../../features/project/pages/check-page.tsx"), "CheckPage"),
});
const projectUpload = createRoute({
  ...child,
  path: "/project/upload",
  staticData: crumbs(nav.project, nav.upload),
  component: lazyPage(() => import("../../features/project/pages/upload-page.tsx"), "UploadPage"),
});
const projectDownload = createRoute({
  ...child,
  path: "/project/download",
  staticData: crumbs(nav.project, nav.download),
  component: lazyPage(() => import("../../features/project/pages/download-page.tsx"), "DownloadPage"),
});
const projectVersions = createRoute({
  ...child,
  path: "/project/versions",
  staticData: crumbs(nav.project, nav.versions),
  component: lazyPage(() => import("../../features/project/pages/versions-page.tsx"), "VersionsPage"),
});
const projectFormat = createRoute({
  ...child,
  path: "/project/format",
  staticData: crumbs(nav.project, nav.format),
  component: lazyPage(() => import("../../features/project/pages/format-page.tsx"), "FormatPage"),
});

export const projectRoutes = [
  projectDrafts,
  projectDraft,
  projectCheck,
  projectUpload,
  projectDownload,
  projectVersions,
  projectFormat,
] as const;
