/**
 * All routes, by area in `routes/`. Each page is a file of its feature, fetched when its route is first visited. `crumbs`
 * names the sections in the header; the last one is the page.
 */
import { createRouter } from "@tanstack/react-router";
import { UnknownPage } from "../components/unknown-page.tsx";
import { PagePending } from "./errors/page-pending.tsx";
import { RouteError } from "./errors/route-error.tsx";
import { diagnosticsRoutes } from "./routes/diagnostics.ts";
import { overviewRoutes } from "./routes/overview.tsx";
import { podsRoutes } from "./routes/pods.ts";
import { projectRoutes } from "./routes/project.ts";
import { resourcesRoutes } from "./routes/resources.ts";
import { root } from "./routes/root.ts";
import { systemRoutes } from "./routes/system.ts";

const routeTree = root.addChildren([
  ...overviewRoutes,
  ...podsRoutes,
  ...projectRoutes,
  ...resourcesRoutes,
  ...systemRoutes,
  ...diagnosticsRoutes,
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
