import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { tokenStore } from "../../../../session/token-store.ts";
import { scriptFetch } from "../../../../testing/fetch.ts";
import { render } from "../../../../testing/render.tsx";
import { commonTexts, draftsTexts as texts } from "../../../../texts/index.ts";
import type { DraftStore } from "../model/draft-store.ts";
import { PublishDialog } from "./publish-dialog.tsx";

it("asks before Escape gives up the note that was typed, and not when nothing was", async () => {
  tokenStore.store("token");
  const good = { code: 0, old_hash: "a", new_hash: "b", restart: false, errors: [] };
  scriptFetch({ body: good });
  const close = vi.fn();
  const store = { flush: () => Promise.resolve(), view: { state: { draft: { id: "d1", seq: 1 } } } };
  render(<PublishDialog store={store as unknown as DraftStore} checkOnly={false} onClose={close} />);
  const user = userEvent.setup();
  const note = await screen.findByLabelText(texts.publishing.note);
  await user.type(note, "Neue Pumpe");
  await user.keyboard("{Escape}");
  expect(close).not.toHaveBeenCalled();
  await user.click(await screen.findByRole("button", { name: commonTexts.unsaved.goOn }));
  expect((note as HTMLInputElement).value).toBe("Neue Pumpe");
  await user.clear(note);
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
});
