import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "../../testing/render.tsx";
import { renderAt } from "../../testing/render-at.tsx";
import { type DataColumn, DataTable } from "./data-table.tsx";

interface Pod {
  id: string;
  memory: number;
}
const PODS: readonly Pod[] = Array.from({ length: 12 }, (_, index) => ({
  id: `pod.${index + 10}`,
  memory: 100 - index,
}));
const COLUMNS: readonly DataColumn<Pod>[] = [
  { id: "id", header: "Pod", value: ({ id }) => id },
  { id: "memory", header: "Speicher", value: ({ memory }) => memory },
];

async function shown(address: string, pods = PODS) {
  const page = () => (
    <DataTable
      label="Pods"
      name="pods"
      rows={pods}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      initialSort={{ id: "id" }}
    />
  );
  const { history, router } = renderAt(address, page, { "/other": () => <p>Andere</p> });
  await screen.findByRole("table");
  return { history, router };
}

const field = () => screen.getByRole<HTMLInputElement>("searchbox");
const ids = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);
const heading = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("names its rows by their header", () => {
  const columns = [{ id: "id", header: "Pod", rowHeader: true, breaks: true, value: ({ id }: Pod) => id }];
  render(<DataTable label="Pods" rows={PODS} columns={columns} rowKey={({ id }) => id} />);
  const header = screen.getByRole("rowheader", { name: "pod.10" });
  expect(header.dataset).toMatchObject({ label: "Pod", breaks: "true" });
});

describe("a table in the address", () => {
  it("is searched and sorted as the address says", async () => {
    await shown("/pods?pods.q=pod.2&pods.sort=-id");
    expect(field().value).toBe("pod.2");
    expect(ids()).toEqual(["pod.21", "pod.20"]);
  });
  it("writes what is typed once typing pauses, beside what else is there, and nothing when it is taken back", async () => {
    const { history } = await shown("/pods?tab=x");
    fireEvent.change(field(), { target: { value: "pod.1" } });
    expect(ids()).toHaveLength(10);
    expect(history.location.search).toBe("?tab=x");
    await waitFor(() => expect(history.location.search).toBe("?tab=x&pods.q=pod.1"));
    fireEvent.change(field(), { target: { value: "" } });
    await waitFor(() => expect(history.location.search).toBe("?tab=x"));
    expect(history.length).toBe(1);
  });
  it("goes back one order at a time, and does not write the first one", async () => {
    const { history } = await shown("/pods");
    heading("Speicher");
    await waitFor(() => expect(history.location.search).toBe("?pods.sort=-memory"));
    heading("Speicher");
    await waitFor(() => expect(history.location.search).toBe("?pods.sort=memory"));
    expect(ids()[0]).toBe("pod.21");
    heading("Speicher");
    await waitFor(() => expect(history.location.search).toBe("?pods.sort=-"));
    expect(ids()[0]).toBe("pod.10");
    act(() => history.back());
    await waitFor(() => expect(ids()[0]).toBe("pod.21"));
    act(() => history.go(-2));
    await waitFor(() => expect(ids()[0]).toBe("pod.10"));
    expect(history.location.search).toBe("");
  });
  it("is found again as it was left", async () => {
    const { history, router } = await shown("/pods?pods.q=pod.2");
    await act(() => router.navigate({ to: "/other" as never }));
    expect(screen.queryByRole("table")).toBeNull();
    act(() => history.back());
    await waitFor(() => expect(ids()).toEqual(["pod.20", "pod.21"]));
  });
  it("keeps the field to take the search back by, also with few rows left", async () => {
    await shown("/pods?pods.q=pod.1", PODS.slice(0, 3));
    expect(field().value).toBe("pod.1");
  });
  it("does not break over what somebody wrote there", async () => {
    await shown("/pods?pods.q=%5B1%5D&pods.sort=nothing");
    expect(ids()).toHaveLength(12);
  });
});
