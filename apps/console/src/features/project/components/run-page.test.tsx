import { act, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { render } from "../../../testing/render.tsx";
import { sendProject } from "../api/run-project.ts";
import { useVersions } from "../api/versions.ts";
import { handOver } from "../run/hand-over.ts";
import type { RunAnswer } from "../run/run-state.ts";
import { runs } from "../run/runs.ts";
import { RunPage } from "./run-page.tsx";

vi.mock(import("../api/run-project.ts"));
vi.mock(import("../api/versions.ts"), async (original) => ({ ...(await original()), useVersions: vi.fn() }));
vi.mock(import("@tanstack/react-router"), async (original) => ({
  ...(await original()),
  useNavigate: () => go,
  Link: (({ children }: { children?: ReactNode }) => <a href="/">{children}</a>) as never,
}));
const go = vi.fn(async () => undefined);

const send = vi.mocked(sendProject);
const file = new File(["inhalt"], "haus.xlsx");
const invalid: RunAnswer = { code: 1400, old_hash: "a", new_hash: "", restart: false, errors: [] };
const valid: RunAnswer = { ...invalid, code: 0, new_hash: "b" };

const chooser = () => screen.getByLabelText<HTMLInputElement>("Projektdatei auswählen");
const choose = (...files: File[]) => fireEvent.change(chooser(), { target: { files } });
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

beforeEach(() => {
  vi.mocked(useVersions).mockReturnValue({ data: { code: 0, versions: [] } } as unknown as ReturnType<
    typeof useVersions
  >);
  send.mockResolvedValue({ answer: invalid });
});
afterEach(() => {
  send.mockReset();
  runs.check.reset();
  runs.upload.reset();
});

it("waits for a file", async () => {
  render(<RunPage mode="upload" />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Hochladen" });
  expect(button.disabled).toBe(true);
  expect(screen.getByText("Wählen Sie zuerst eine Datei.")).toBeTruthy();
  fireEvent.submit(button.form ?? button);
  expect(screen.getByRole("alert").textContent).toContain("Es wurde keine Datei ausgewählt.");
  expect(document.activeElement).toBe(chooser());
  expect(send).not.toHaveBeenCalled();
  choose(file);
  expect(button.disabled).toBe(false);
  type("Notiz (optional)", " Heizkreis 2 ");
  await press("Hochladen");
  expect(send).toHaveBeenCalledExactlyOnceWith(
    "upload",
    file,
    expect.objectContaining({ note: "Heizkreis 2" }),
  );
});

it("takes only the first of several dropped files", () => {
  render(<RunPage mode="check" />);
  const files = [file, new File([], "zweite.xlsx")];
  fireEvent.drop(chooser(), { dataTransfer: { files } });
  expect(screen.getByText("haus.xlsx")).toBeTruthy();
  expect(screen.queryByText("zweite.xlsx")).toBeNull();
});

it("refuses a file that is too large before sending it", async () => {
  render(<RunPage mode="check" />);
  const large = new File([], "gross.xlsx");
  Object.defineProperty(large, "size", { value: 64 * 1024 * 1024 + 1 });
  choose(large);
  await press("Prüfen");
  expect(screen.getByRole("alert").textContent).toContain("Erlaubt sind höchstens 64\u00a0MB.");
  expect(send).not.toHaveBeenCalled();
});

describe("a file that is to be kept", () => {
  it("needs the same password twice", async () => {
    render(<RunPage mode="upload" />);
    choose(file);
    fireEvent.click(screen.getByLabelText("Hochgeladene Datei auf dem Gerät speichern"));
    type("Passwort (optional)", "geheim");
    await press("Hochladen");
    expect(screen.getByText("Die Passwörter sind nicht identisch.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Passwort wiederholen"));
    expect(send).not.toHaveBeenCalled();
    type("Passwort wiederholen", "geheim");
    await press("Hochladen");
    const store = { use: true, pwd: "geheim" };
    expect(send).toHaveBeenCalledExactlyOnceWith("upload", file, expect.objectContaining({ store }));
  });
  it("needs none", async () => {
    render(<RunPage mode="upload" />);
    choose(file);
    fireEvent.click(screen.getByLabelText("Hochgeladene Datei auf dem Gerät speichern"));
    await press("Hochladen");
    const store = { use: true, pwd: "" };
    expect(send).toHaveBeenCalledExactlyOnceWith("upload", file, expect.objectContaining({ store }));
  });
  it("is not offered where it is only checked", () => {
    render(<RunPage mode="check" />);
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

it("shows what came out, and goes back to an empty form", async () => {
  render(<RunPage mode="check" />);
  choose(file);
  await press("Prüfen");
  expect(screen.getByText("Das Projekt ist ungültig.")).toBeTruthy();
  await press("Zurück");
  expect(document.activeElement).toBe(chooser());
  expect(screen.queryByText("haus.xlsx")).toBeNull();
});

it("keeps the choice when there was no answer", async () => {
  send.mockResolvedValue({ failure: "Das Gerät ist nicht erreichbar." });
  render(<RunPage mode="upload" />);
  choose(file);
  await press("Hochladen");
  const said = screen.getByRole("alert").textContent;
  expect(said).toContain("Hochladen fehlgeschlagen");
  expect(said).toContain("Code: 500");
  await press("Zurück");
  expect(screen.getByText("haus.xlsx")).toBeTruthy();
});

it("takes a valid file over to the page that uploads it", async () => {
  send.mockResolvedValue({ answer: valid });
  const checked = render(<RunPage mode="check" />);
  choose(file);
  await press("Prüfen");
  await press("Dieses Projekt hochladen");
  expect(go).toHaveBeenCalledWith({ to: "/project/upload" });
  checked.unmount();
  render(<RunPage mode="upload" />);
  expect(screen.getByText("haus.xlsx")).toBeTruthy();
  expect(handOver.file).toBeUndefined();
});
