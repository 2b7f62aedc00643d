/** What every route lies below. */
import { createRootRoute } from "@tanstack/react-router";
import { UnknownPage } from "../../components/unknown-page.tsx";
import { RouteError } from "../errors/route-error.tsx";
import { Shell } from "../shell/shell.tsx";

export const root = createRootRoute({
  component: Shell,
  notFoundComponent: UnknownPage,
  errorComponent: RouteError,
});

/** For `createRoute`. */
export const child = { getParentRoute: () => root };
