import { useQueryClient } from "@tanstack/react-query";
import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { useDraft } from "./drafts.ts";

const DRAFT = { id: "d1", name: "Entwurf", base: null, created: 1, changed: 1, by: "", seq: 0 };
const answer = (seq: number) => ({
  body: { code: 0, draft: { ...DRAFT, seq }, document: { tables: [], scripts: {} }, entries: [] },
});

function Draft() {
  const client = useQueryClient();
  const { data } = useDraft("d1");
  return (
    <>
      <p>{data === undefined ? "lädt" : `Schritt ${data.draft.seq}`}</p>
      <button type="button" onClick={() => void client.invalidateQueries()}>
        Sitzung erneuert
      </button>
    </>
  );
}

it("is not read again under the hands of whoever types when the session is renewed", async () => {
  tokenStore.store("token");
  const asked = scriptFetch(answer(1), answer(2));
  render(<Draft />);
  await screen.findByText("Schritt 1");
  await userEvent.click(screen.getByRole("button", { name: "Sitzung erneuert" }));
  await act(() => Promise.resolve());
  expect(asked).toHaveLength(1);
  expect(screen.getByText("Schritt 1")).toBeTruthy();
});
