/** What needs a router, for its links or what it keeps in the address: `const { history } = renderAt("/?range=6h", RangeBox)`. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "./render.tsx";

/** @param others further pages by their path */
export function renderAt(
  address: string,
  component: RouteComponent,
  others: Record<string, RouteComponent> = {},
) {
  const root = createRootRoute();
  const history = createMemoryHistory({ initialEntries: [address] });
  const [path = "/"] = address.split("?");
  const pages = Object.entries({ [path]: component, ...others }).map(([at, shown]) =>
    createRoute({ getParentRoute: () => root, path: at, component: shown }),
  );
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  render(<RouterProvider router={router as never} />);
  return { history, router };
}
