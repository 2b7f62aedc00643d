import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { tokenStore } from "../../../../session/token-store.ts";
import { scriptFetch } from "../../../../testing/fetch.ts";
import { render } from "../../../../testing/render.tsx";
import { traceTexts } from "../../../../texts/index.ts";
import { ChannelCourse } from "./channel-course.tsx";

const shown = (value: unknown) =>
  render(<ChannelCourse chan="sys.hub.load" unit={undefined} value={value} />);

it("says that the values could not be asked for, also of a channel that is not known to be a number", async () => {
  tokenStore.store("token");
  scriptFetch({ status: 500, body: { code: 500, message: "Kaputt" } });
  shown(undefined);
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.queryByText(traceTexts.graph.none)).toBeNull();
});
it("says that there are none yet once that is known", async () => {
  tokenStore.store("token");
  scriptFetch({ body: { code: 0, until: 1_000_000, series: [{ chan: "sys.hub.load", points: [] }] } });
  shown("an");
  expect(screen.queryByText(traceTexts.graph.none)).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});
