/** Entry of the console. */
import "./lib/jitless.ts";
import "./styles/base.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/query-client.ts";
import { Gate } from "./app/gate/gate.tsx";
import { keepEscapeFromBelow, reloadOnNewVersion } from "./app/page-events.ts";
import { colorSchemes, cssVariables, styleNonce, theme } from "./app/theme.ts";

// The scroll lock behind Mantine's dialogs writes a style element and asks for the nonce by this name (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
keepEscapeFromBelow();
reloadOnNewVersion();

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
        <Gate />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
