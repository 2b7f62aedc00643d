import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { renderAt } from "../../../testing/render-at.tsx";
import { HistoryBox } from "./history-box.tsx";

const EMPTY = { body: { code: 0, interval: 10, samples: [], marks: [] } };

async function shown(address: string) {
  tokenStore.store("token");
  const asked = scriptFetch(EMPTY, EMPTY);
  const { history } = renderAt(address, HistoryBox);
  await screen.findByRole("radio", { name: "6 Std." });
  return { asked, history };
}

const chosen = () => screen.getByRole<HTMLInputElement>("radio", { checked: true });
const minutesOf = (asked: readonly { url: URL }[]) => asked.map(({ url }) => url.searchParams.get("minutes"));

it("says in the address which range it shows", async () => {
  const { asked, history } = await shown("/");
  fireEvent.click(screen.getByRole("radio", { name: "6 Std." }));
  await waitFor(() => expect(history.location.search).toBe("?history.range=6h"));
  await waitFor(() => expect(minutesOf(asked)).toEqual(["60", "360"]));
  expect(chosen().value).toBe("6h");
});

it.each([
  ["/?history.range=24h", "24h", "1440"],
  ["/?history.range=7d", "1h", "60"],
])("shows the range of %s: %s", async (address, range, minutes) => {
  const { asked } = await shown(address);
  await waitFor(() => expect(minutesOf(asked)).toEqual([minutes]));
  expect(chosen().value).toBe(range);
});
