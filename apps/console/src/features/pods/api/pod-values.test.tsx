import { useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { infoQuery } from "../../../api/info.ts";
import { QueryState } from "../../../components/query-state.tsx";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { usePodValues } from "./pod-values.ts";

function Values() {
  const client = useQueryClient();
  const { query } = usePodValues("mqtt.haus");
  const restarted = { session: true, system: { hub: { started: 2 } } };
  return (
    <>
      <button type="button" onClick={() => client.setQueryData(infoQuery.queryKey, restarted as never)}>
        Hub startet
      </button>
      <QueryState query={query}>{() => "Werte"}</QueryState>
    </>
  );
}

it("keeps the values when they cannot be asked for after a restart of the hub, and says so", async () => {
  tokenStore.store("token");
  const failed = { status: 500, body: { code: 500, message: "Kaputt" } };
  scriptFetch({ body: { code: 0, entries: [], truncated: false } }, failed, failed, failed);
  render(<Values />);
  expect(await screen.findByText("Werte")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Hub startet" })));
  expect(await screen.findByText(/Nicht neu geladen/)).toBeTruthy();
  expect(screen.getByText("Werte")).toBeTruthy();
});
