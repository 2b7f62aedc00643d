import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { renderAt } from "../../../testing/render-at.tsx";
import { containersTexts } from "../../../texts/index.ts";
import { RulesTab } from "./rules-tab.tsx";

const LONG = "a".repeat(200);
const rule = (at: number) => ({
  id: `r${at}`,
  name: `${LONG}${at}`,
  active: true,
  port: 9_000 + at,
  protocol: "tcp",
  target: "user",
  user_url: `${LONG}.example:${at}`,
  http_header: "",
  certificate: "",
  problem: `Der Name in ${LONG}.example lässt sich nicht auflösen.`,
});

async function shown(rules: readonly object[]): Promise<HTMLElement> {
  tokenStore.store("token");
  scriptFetch({ body: { code: 0, active: true, rules, certificates: [] } });
  renderAt("/", RulesTab);
  return await screen.findByRole("table", { name: containersTexts.tabs.rules });
}

it("names each rule by a row header, and says what is wrong in a cell of its own", async () => {
  const table = within(await shown([rule(1)]));
  const header = table.getByRole("rowheader", { name: `${LONG}1` });
  const problem = table.getByText(/lässt sich nicht auflösen/).closest("td") ?? expect.fail("no cell");
  expect(problem.textContent).toBe(rule(1).problem);
  const target = table.getByText(`${LONG}.example:1`, { exact: true }).closest("td");
  // Long texts are broken: they push no button out of sight, and none is cut.
  for (const cell of [header, problem, target]) expect(cell?.dataset["breaks"]).toBe("true");
});

it("is searched where there are many", async () => {
  await shown(Array.from({ length: 21 }, (_, at) => rule(at)));
  expect(screen.getByRole("searchbox")).toBeTruthy();
});
