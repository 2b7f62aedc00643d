import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { commonTexts } from "../../../texts/index.ts";
import { TailscaleTab } from "./access-tabs.tsx";

const stored = (active: boolean) => ({
  body: { code: 0, active, has_token: true },
  headers: { ETag: `"${active}"` },
});

it("does not start again by a token what somebody else stopped meanwhile", async () => {
  tokenStore.store("token");
  const asked = scriptFetch(
    stored(true),
    { status: 409, body: { code: 409 } },
    ...[1, 2, 3].map(() => stored(false)),
  );
  render(<TailscaleTab />);
  fireEvent.change(await screen.findByLabelText(/^Token/), { target: { value: "tskey" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Speichern" })));
  expect(await screen.findByText(commonTexts.conflict.title)).toBeTruthy();
  expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(asked[1]?.headers.get("If-Match")).toBe('"true"');
});
