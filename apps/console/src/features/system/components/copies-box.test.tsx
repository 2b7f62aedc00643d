import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { render } from "../../../testing/render.tsx";
import { CopiesBox } from "./copies-box.tsx";

it("is there when nobody answers, and says so", async () => {
  const message = "Der Datenspeicher antwortet nicht.";
  tokenStore.store("t");
  vi.stubGlobal("fetch", async () => Response.json({ code: 500, message }, { status: 500 }));
  render(<CopiesBox />);
  expect((await screen.findByRole("alert")).textContent).toContain(message);
});
