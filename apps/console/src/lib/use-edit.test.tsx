import { CODES } from "@hubwart/contract";
import { Notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, it } from "vitest";
import { render } from "../testing/render.tsx";
import { namedFields } from "./conflict.ts";
import { ApiError, ConnectionError } from "./errors.ts";
import { type Edit, type EditOptions, type Stored, useEdit } from "./use-edit.ts";

interface Device {
  name: string;
  port: number;
  /** Of another form of the same settings. */
  other: string;
}
type Values = Pick<Device, "name" | "port">;
const QUERY = ["device"];

/** A device with an ETag over everything it stores, and a form over two of its fields. */
async function show(options: Partial<EditOptions<Device, Values, string>> = {}) {
  const device: Device = { name: "alt", port: 80, other: "" };
  const saves: { values: Values; stored: Values; ifMatch: string | undefined }[] = [];
  const seen: { edit?: Edit<Device, Values>; saved: [string, Device][]; conflicts: number } = {
    saved: [],
    conflicts: 0,
  };
  const etag = () => JSON.stringify(device);
  function Form({ stored }: { stored: Stored<Device> }) {
    const edit = useEdit<Device, Values, string>({
      form: "device",
      queryKey: QUERY,
      values: ({ name, port }) => ({ name, port }),
      words: namedFields({ name: "Name", port: "Port" }),
      errors: ({ name }): Record<string, string> => (name === "" ? { name: "leer" } : {}),
      save: async (values, before, ifMatch) => {
        saves.push({ values, stored: before, ifMatch });
        if (ifMatch !== etag()) throw new ApiError(CODES.conflict);
        Object.assign(device, values);
        return "gut";
      },
      onSaved: (answer, data) => seen.saved.push([answer, data]),
      onConflict: () => {
        seen.conflicts += 1;
      },
      ...options,
    })(stored);
    useEffect(() => {
      seen.edit = edit;
    });
    return <Notifications />;
  }
  function Page() {
    const query = useQuery({ queryKey: QUERY, queryFn: () => ({ data: { ...device }, etag: etag() }) });
    useEffect(() => {
      reload = async () => void (await query.refetch());
    });
    return query.data ? <Form stored={query.data} /> : null;
  }
  let reload = (): Promise<void> => Promise.resolve();
  render(<Page />);
  await waitFor(() => expect(seen.edit).toBeDefined());
  const edit = () => seen.edit ?? expect.fail("not rendered");
  return {
    device,
    saves,
    seen,
    edit,
    /** What is stored is asked again, as by a poll or a return to the window. */
    poll: async () => {
      await act(() => reload());
      await waitFor(() => expect(edit().data).toEqual(device));
    },
    set: (change: Partial<Values>) => act(() => edit().set(change)),
    save: () => act(() => edit().save()),
  };
}

describe("an edit of stored settings", () => {
  it("sends the whole form with the mark it was made to, and shows what is stored then", async () => {
    const { edit, saves, seen, set, save } = await show();
    expect(edit()).toMatchObject({ values: { name: "alt", port: 80 }, dirty: false, valid: true });
    set({ name: "neu" });
    expect(edit().dirty).toBe(true);
    expect(await save()).toBe(true);
    expect(saves).toEqual([
      {
        values: { name: "neu", port: 80 },
        stored: { name: "alt", port: 80 },
        ifMatch: JSON.stringify({ name: "alt", port: 80, other: "" }),
      },
    ]);
    expect(seen.saved).toEqual([["gut", { name: "neu", port: 80, other: "" }]]);
    await waitFor(() => expect(edit().values).toEqual({ name: "neu", port: 80 }));
    expect(edit()).toMatchObject({ dirty: false, saving: false, conflict: undefined });
  });

  it("is not dirty once the value is as it was", async () => {
    const { edit, set } = await show();
    set({ port: 81 });
    set({ port: 80 });
    expect(edit().dirty).toBe(false);
    set({ port: 81 });
    act(() => edit().reset());
    expect(edit()).toMatchObject({ dirty: false, values: { port: 80 } });
  });

  it("overwrites nobody, also when what others saved was seen before the save", async () => {
    const { device, edit, poll, saves, seen, set, save } = await show();
    set({ port: 81 });
    device.name = "von anderen";
    await poll();
    expect(edit().values).toEqual({ name: "von anderen", port: 81 });
    expect(await save()).toBe(true);
    expect(saves[0]?.ifMatch).toBe(JSON.stringify({ name: "alt", port: 80, other: "" }));
    expect(edit().conflict?.differences).toEqual([{ label: "Name", theirs: "von anderen", mine: "alt" }]);
    expect(seen).toMatchObject({ saved: [], conflicts: 1 });
    expect(device).toMatchObject({ name: "von anderen", port: 80 });
    // Once more, without having looked: nothing is overwritten, and the note has the focus again.
    await save();
    expect(edit().conflict?.met).toBe(2);
    act(() => edit().conflict?.takeOver());
    expect(edit()).toMatchObject({ conflict: undefined, dirty: false, values: { port: 80 } });
    set({ port: 81 });
    await save();
    expect(device).toMatchObject({ name: "von anderen", port: 81 });
  });

  it("merges what others saved with what was typed, and saves it only then", async () => {
    const { device, edit, seen, set, save } = await show();
    set({ port: 81 });
    device.name = "von anderen";
    await save();
    await waitFor(() => expect(edit().conflict?.differences).toHaveLength(1));
    act(() => edit().conflict?.merge?.());
    expect(edit()).toMatchObject({ conflict: undefined, dirty: true });
    expect(edit().values).toEqual({ name: "von anderen", port: 81 });
    expect(device.port).toBe(80);
    await save();
    expect(device).toMatchObject({ name: "von anderen", port: 81 });
    expect(seen.saved).toHaveLength(1);
  });

  it("overwrites when told to, also fields that were not touched here", async () => {
    const { device, edit, set, save } = await show();
    set({ port: 81 });
    Object.assign(device, { name: "von anderen", port: 82 });
    await save();
    await waitFor(() =>
      expect(edit().conflict?.differences).toEqual([
        { label: "Name", theirs: "von anderen", mine: "alt" },
        { label: "Port", theirs: "82", mine: "81" },
      ]),
    );
    act(() => edit().conflict?.overwrite());
    await waitFor(() => expect(device).toMatchObject({ name: "alt", port: 81 }));
    await waitFor(() => expect(edit()).toMatchObject({ conflict: undefined, dirty: false }));
  });

  it("is not stopped by what others saved unseen in other fields, nor by the same twice", async () => {
    const { device, edit, saves, set, save } = await show();
    set({ port: 81 });
    Object.assign(device, { other: "von nebenan", port: 81 });
    await save();
    expect(edit()).toMatchObject({ conflict: undefined, dirty: false });
    expect(saves).toHaveLength(2);
    expect(device).toEqual({ name: "alt", port: 81, other: "von nebenan" });
  });

  it("says a conflict that is about something else, and does not try for ever", async () => {
    const reason = "Ein Netzwerktest läuft.";
    const { edit, set, save } = await show({
      save: () => Promise.reject(new ApiError(CODES.conflict, { message: reason })),
    });
    set({ port: 81 });
    await save();
    await screen.findByText(reason);
    expect(edit()).toMatchObject({ conflict: undefined, dirty: true, saving: false });
  });

  it("is not stopped by a save of what another form shows", async () => {
    const { device, poll, edit, set, save } = await show();
    set({ port: 81 });
    device.other = "von nebenan";
    await poll();
    await save();
    expect(edit().conflict).toBeUndefined();
    expect(device).toEqual({ name: "alt", port: 81, other: "von nebenan" });
  });

  it("complains about a field that was left, about all once saving was tried, and sends nothing then", async () => {
    const { edit, saves, set, save } = await show();
    set({ name: "" });
    expect(edit()).toMatchObject({ errors: {}, valid: false });
    act(() => edit().leave("name"));
    expect(edit().errors).toEqual({ name: "leer" });
    act(() => edit().reset());
    set({ name: "" });
    expect(edit().errors).toEqual({});
    expect(await save()).toBe(false);
    expect(edit()).toMatchObject({ errors: { name: "leer" }, saving: false });
    expect(saves).toEqual([]);
  });

  it("complains from the first change on where it is eager, never before", async () => {
    const { edit, set } = await show({ eager: true, errors: () => ({ port: "falsch" }) });
    expect(edit()).toMatchObject({ errors: {}, valid: false });
    set({ port: 0 });
    expect(edit().errors).toEqual({ port: "falsch" });
  });

  it("shows what the appliance refuses until the next change, and keeps what was typed", async () => {
    const fields = [{ field: "name", message: "vergeben" }];
    const { edit, set, save } = await show({
      save: () => Promise.reject(new ApiError(CODES.badRequest, { fields })),
    });
    set({ name: "neu" });
    expect(await save()).toBe(false);
    expect(edit()).toMatchObject({ errors: { name: "vergeben" }, values: { name: "neu" }, saving: false });
    set({ name: "neuer" });
    expect(edit().errors).toEqual({});
  });

  it("keeps what was typed when the device does not answer, and says so", async () => {
    const { edit, set, save } = await show({ save: () => Promise.reject(new ConnectionError(false)) });
    set({ name: "neu" });
    expect(await save()).toBe(true);
    expect(edit()).toMatchObject({ values: { name: "neu" }, dirty: true, saving: false });
    await screen.findByText("Das Gerät ist nicht erreichbar");
  });

  it("sends once, however often one presses", async () => {
    let answer: (value: string) => void = () => undefined;
    let sent = 0;
    const { edit, set } = await show({
      save: () => {
        sent += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    set({ name: "neu" });
    const { save } = edit();
    const both = [save(), save()];
    await waitFor(() => expect(edit().saving).toBe(true));
    await act(async () => {
      answer("gut");
      await Promise.all(both);
    });
    expect(sent).toBe(1);
    expect(edit().saving).toBe(false);
  });
});
