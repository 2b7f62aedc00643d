import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "../api/query-client.ts";
import { RootBoundary } from "./errors/root-boundary.tsx";
import { colorSchemes, cssVariables, styleNonce, theme } from "./theme.ts";

/** Draws the page of an entry, in the console's look. */
export function mount(page: ReactNode): void {
  // The scroll lock behind Mantine's dialogs writes a style element and asks for the nonce by this name (get-nonce).
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <RootBoundary>{page}</RootBoundary>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
