import { useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { UnsavedEdit } from "../../lib/unsaved-forms.ts";
import { session } from "../../session/session.ts";
import { tokenStore } from "../../session/token-store.ts";
import { scriptFetch } from "../../testing/fetch.ts";
import { render } from "../../testing/render.tsx";
import { UnsavedNote } from "./unsaved-note.tsx";

const TYPED = { change: { name: "neu" }, before: { name: "alt" }, etag: '"1"' };

function show(form: React.ReactNode, left: { form: string; at: number }[]) {
  function Known({ children }: { children: React.ReactNode }) {
    useQueryClient().setQueryDefaults(["unsaved"], { initialData: left });
    return children;
  }
  return render(<Known>{form}</Known>);
}
const edit = (change: Partial<UnsavedEdit> = {}): UnsavedEdit => ({
  form: "network.hostname",
  typed: undefined,
  saves: 0,
  restore: () => undefined,
  ...change,
});

beforeEach(() => {
  tokenStore.store("t");
  session.noteInfo({ session: true, system: { setup: true } });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal("fetch", undefined);
});
const offered = () => screen.queryByText(/^Entwurf vom/);
const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("keeps what is typed a second after the last change, without offering it at once", async () => {
  const asked = scriptFetch({ body: { code: 0, at: 5 } });
  show(<UnsavedNote edit={edit({ typed: TYPED })} />, []);
  await settle(900);
  expect(asked).toEqual([]);
  await settle(200);
  expect(asked.map(({ body }) => body)).toEqual([{ form: "network.hostname", ...TYPED }]);
  expect(offered()).toBeNull();
});

it("offers what was left, and puts it back once it is asked to", async () => {
  const asked = scriptFetch({ body: { code: 0, at: 5, ...TYPED } });
  const restored: unknown[] = [];
  show(<UnsavedNote edit={edit({ restore: (typed) => restored.push(typed) })} />, [
    { form: "network.hostname", at: Date.now() },
  ]);
  expect(offered()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Wiederherstellen" }));
  await waitFor(() => expect(restored).toHaveLength(1));
  expect(restored[0]).toMatchObject(TYPED);
  expect(asked[0]?.url.searchParams.get("form")).toBe("network.hostname");
  expect(offered()).toBeNull();
});

it("puts nothing in the place of what is still offered", async () => {
  const asked = scriptFetch();
  function Form() {
    const [typed, setTyped] = useState<UnsavedEdit["typed"]>();
    return (
      <>
        <button type="button" onClick={() => setTyped(TYPED)}>
          tippen
        </button>
        <UnsavedNote edit={edit({ typed })} />
      </>
    );
  }
  show(<Form />, [{ form: "network.hostname", at: Date.now() }]);
  fireEvent.click(screen.getByRole("button", { name: "tippen" }));
  await settle(3_000);
  expect(asked).toEqual([]);
  expect(offered()).not.toBeNull();
});

it("forgets it when the form is saved or reset", async () => {
  const asked = scriptFetch({ body: { code: 0, at: 5 } }, {});
  function Form() {
    const [typed, setTyped] = useState<UnsavedEdit["typed"]>(TYPED);
    return (
      <>
        <button type="button" onClick={() => setTyped(undefined)}>
          zurück
        </button>
        <UnsavedNote edit={edit({ typed })} />
      </>
    );
  }
  show(<Form />, []);
  await settle(1_100);
  fireEvent.click(screen.getByRole("button", { name: "zurück" }));
  await settle(0);
  expect(asked.map(({ url }) => url.pathname)).toEqual([
    "/admin/api/unsaved/form",
    "/admin/api/unsaved/drop",
  ]);
});

it("forgets it when it is discarded", async () => {
  const asked = scriptFetch({});
  show(<UnsavedNote edit={edit()} />, [
    { form: "network.hostname", at: Date.now() },
    { form: "network.ntp", at: Date.now() },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Verwerfen" }));
  await waitFor(() => expect(offered()).toBeNull());
  expect(asked.map(({ url, body }) => [url.pathname, body])).toEqual([
    ["/admin/api/unsaved/drop", { form: "network.hostname" }],
  ]);
});

it("offers nothing of another form", () => {
  scriptFetch();
  show(<UnsavedNote edit={edit()} />, [{ form: "network.ntp", at: Date.now() }]);
  expect(offered()).toBeNull();
});
