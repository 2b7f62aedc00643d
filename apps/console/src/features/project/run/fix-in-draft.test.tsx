import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { uploadFile } from "../../../api/upload.ts";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { ErrorTable } from "../components/error-table.tsx";
import { useFixInDraft } from "./fix-in-draft.ts";
import type { ProjectError } from "./run-state.ts";

vi.mock(import("../../../api/upload.ts"));
vi.mock(import("@tanstack/react-router"), async (original) => ({
  ...(await original()),
  useNavigate: () => go,
}));
const go = vi.fn(async () => undefined);
const send = vi.mocked(uploadFile);

const ERROR: ProjectError = {
  Ref: "haus.xlsx|mqtt|12",
  Channel: "",
  ErrCode: 1310,
  Attribute: "topic",
  ErrText: "Falsch.",
  Hint: "",
  Level: "error",
};
const LABEL = /^Im Entwurf berichtigen: .*Zeile 12$/;

function Shown({ file }: { file: File | undefined }) {
  return <ErrorTable errors={[ERROR]} onFix={useFixInDraft(file)} />;
}
const press = () => fireEvent.click(screen.getByRole("button", { name: LABEL }));
const opened = (draft: string) => ({
  to: "/project/edit/$draft",
  params: { draft },
  search: { table: "mqtt", row: 12, column: "topic" },
});
const draft = (id: string) => ({ id, name: id, base: null, created: 1, changed: 1, by: "", seq: 0 });

beforeEach(() => {
  tokenStore.store("token");
  go.mockClear();
  send.mockReset();
});

it("makes the uploaded file a draft, once, and opens the cell of the error", async () => {
  send.mockResolvedValue({ code: 0, id: "d4" } as never);
  const file = new File(["x"], "haus.xlsx");
  render(<Shown file={file} />);
  press();
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith(opened("d4")));
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), { file, fields: {} });
  scriptFetch({ body: { code: 0, drafts: [draft("d4")] } });
  press();
  await waitFor(() => expect(go).toHaveBeenCalledTimes(2));
  expect(go).toHaveBeenLastCalledWith(opened("d4"));
  expect(send).toHaveBeenCalledTimes(1);
});

it("begins anew where that draft was deleted meanwhile", async () => {
  send
    .mockResolvedValueOnce({ code: 0, id: "d4" } as never)
    .mockResolvedValueOnce({ code: 0, id: "d5" } as never);
  render(<Shown file={new File(["x"], "haus.xlsx")} />);
  press();
  await waitFor(() => expect(go).toHaveBeenCalledTimes(1));
  scriptFetch({ body: { code: 0, drafts: [] } });
  press();
  await waitFor(() => expect(go).toHaveBeenCalledTimes(2));
  expect(go).toHaveBeenLastCalledWith(opened("d5"));
});

it("opens a script at the line of its error", async () => {
  send.mockResolvedValue({ code: 0, id: "d6" } as never);
  const error: ProjectError = { ...ERROR, Ref: "regel.lua||3", Attribute: "" };
  const file = new File(["x"], "haus.zip");
  const OfScript = () => <ErrorTable errors={[error]} onFix={useFixInDraft(file)} />;
  render(<OfScript />);
  fireEvent.click(screen.getByRole("button", { name: /^Im Entwurf berichtigen: .*Zeile 3$/ }));
  const search = { table: "lua", name: "regel.lua", row: 3 };
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith({ ...opened("d6"), search }));
});

it("is not offered without the file", () => {
  render(<Shown file={undefined} />);
  expect(screen.queryByRole("button", { name: LABEL })).toBeNull();
});
