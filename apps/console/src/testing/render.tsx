/** Renders a component as the console does, without transitions. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render as plainRender, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { cssVariables, theme } from "../app/theme.ts";

export function render(children: ReactNode): RenderResult {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return plainRender(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>,
  );
}
