import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * A page whose code is fetched when it is opened. Where that fails, the page says so. The router's own way knows the browser's words for
 * it and loads everything anew at once: while the device is away that ends at an error page of the browser.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new Error(`page not loaded: ${cause instanceof Error ? cause.message : ""}`, { cause });
      }),
    name,
  );
