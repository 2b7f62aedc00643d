import { fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { useRunningDrafts } from "../api/running-drafts.ts";
import { tokenStore } from "../session/token-store.ts";
import { scriptFetch } from "../testing/fetch.ts";
import { render } from "../testing/render.tsx";
import { ChangeInDraft } from "./change-in-draft.tsx";

vi.mock(import("@tanstack/react-router"), async (original) => ({
  ...(await original()),
  useNavigate: () => go,
}));
const go = vi.fn(async () => undefined);

const PLACE = { table: "pods", row: 4, name: "ping.a" };
const VERSIONS = {
  body: {
    code: 0,
    versions: ["2", "1"].map((version, n) => ({
      version,
      hash: version,
      uploaded: 1_000,
      size: 1,
      current: n === 0,
      source: false,
      pinned: false,
      note: "",
      name: "",
    })),
  },
};
const draft = (id: string, version: string | undefined) => ({
  id,
  name: `Entwurf ${id}`,
  base: version === undefined ? null : { version, hash: version },
  created: 1_000,
  changed: 1_000,
  by: "",
  seq: 0,
});
const drafts = (...all: ReturnType<typeof draft>[]) => ({ body: { code: 0, drafts: all } });
const opens = (id: string) =>
  expect(go).toHaveBeenCalledExactlyOnceWith({
    to: "/project/edit/$draft",
    params: { draft: id },
    search: PLACE,
  });
function Shown() {
  return <ChangeInDraft place={PLACE} of="ping.a" running={useRunningDrafts()} />;
}
const press = () => {
  render(<Shown />);
  fireEvent.click(screen.getByRole("button", { name: "Im Entwurf ändern: ping.a" }));
};

beforeEach(() => {
  tokenStore.store("token");
  go.mockClear();
});

it("opens the only draft of the running project at the row", async () => {
  scriptFetch(drafts(draft("d1", "1"), draft("d2", "2"), draft("d3", undefined)), VERSIONS);
  press();
  await waitFor(() => opens("d2"));
});

it("asks which of several", async () => {
  scriptFetch(drafts(draft("d1", "2"), draft("d2", "2")), VERSIONS);
  press();
  await userEvent.selectOptions(await screen.findByLabelText("Entwurf"), "d2");
  expect(go).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Öffnen" }));
  await waitFor(() => opens("d2"));
});

it("begins one with the running project where there is none", async () => {
  const asked = scriptFetch(drafts(draft("d1", "1")), VERSIONS, {
    body: { code: 0, id: "d7", rebuilt: false },
  });
  press();
  await waitFor(() => opens("d7"));
  expect(asked[2]?.body).toEqual({ name: "Entwurf", from: "running" });
});

it("stays where the drafts are not told", async () => {
  scriptFetch({ status: 500, body: { code: 500 } }, VERSIONS);
  press();
  await waitFor(() => expect(screen.getByRole("button").hasAttribute("data-loading")).toBe(false));
  expect(go).not.toHaveBeenCalled();
});
