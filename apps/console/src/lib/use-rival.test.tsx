import { CODES } from "@hubwart/contract";
import { act } from "@testing-library/react";
import { useEffect } from "react";
import { describe, expect, it } from "vitest";
import { render } from "../testing/render.tsx";
import { type Conflict, namedFields } from "./conflict.ts";
import { ApiError } from "./errors.ts";
import { useRival } from "./use-rival.ts";

interface Rights {
  read: string;
  write: string;
}

/** A list of two, whose mark changes with each save, and a dialog over the first of them. */
function show(added?: "added") {
  const begin: Rights | undefined = added ? undefined : { read: "a", write: "b" };
  const list: { mine: Rights | undefined; other: number; mark: number } = { mine: begin, other: 0, mark: 1 };
  const seen: { sent: (string | undefined)[]; fields?: Rights; overwritten: string[]; conflict?: Conflict } =
    {
      sent: [],
      overwritten: [],
    };
  let send: (mine: Rights) => Promise<string | undefined> = async () => undefined;
  function store(mine: Rights) {
    return async (mark: string | undefined) => {
      seen.sent.push(mark);
      if (mark !== String(list.mark)) throw new ApiError(CODES.conflict);
      list.mine = mine;
      list.mark += 1;
      return "gut";
    };
  }
  const typed: Rights = { read: "mine", write: "b" };
  function Dialog() {
    const rival = useRival<Rights, string>({
      entry: begin,
      etag: "1",
      latest: async () => ({ entry: list.mine, etag: String(list.mark) }),
      words: namedFields({ read: "Lesen", write: "Schreiben" }),
      set: (values) => {
        seen.fields = values;
      },
      onOverwritten: (answer) => seen.overwritten.push(answer),
      taken: () => new ApiError(CODES.badRequest, { message: "vergeben" }),
    });
    useEffect(() => {
      send = (mine) => rival.send(mine, store(mine));
      const met = rival.conflict(typed, store(typed));
      if (met) seen.conflict = met;
      else delete seen.conflict;
    });
    return null;
  }
  render(<Dialog />);
  const save = (mine = typed) => act(() => send(mine));
  const change = (part: Partial<typeof list>) => Object.assign(list, part, { mark: list.mark + 1 });
  return { list, seen, save, change };
}

describe("an entry that somebody else may change", () => {
  it("is saved with the mark of the list that it was opened from", async () => {
    const { seen, save } = show();
    expect(await save()).toBe("gut");
    expect(seen.sent).toEqual(["1"]);
  });
  it("is saved at once where only others were changed", async () => {
    const { list, seen, save, change } = show();
    change({ other: 1 });
    expect(await save()).toBe("gut");
    expect(seen.sent).toEqual(["1", "2"]);
    expect(list.mine).toEqual({ read: "mine", write: "b" });
  });
  it("is not saved over what was stored meanwhile, however often one tries", async () => {
    const { list, seen, save, change } = show();
    change({ mine: { read: "theirs", write: "theirs" } });
    expect(await save()).toBeUndefined();
    expect(seen.conflict).toMatchObject({
      met: 1,
      differences: [
        { label: "Lesen", theirs: "theirs", mine: "mine" },
        { label: "Schreiben", theirs: "theirs", mine: "b" },
      ],
    });
    expect(await save()).toBeUndefined();
    expect(seen.conflict?.met).toBe(2);
    expect(list.mine).toEqual({ read: "theirs", write: "theirs" });
  });
  it("is merged, taken over or overwritten on purpose, and may be saved then", async () => {
    for (const way of ["merge", "takeOver"] as const) {
      const { seen, save, change } = show();
      change({ mine: { read: "a", write: "theirs" } });
      await save();
      act(() => seen.conflict?.[way]?.());
      expect(seen.fields).toEqual({ read: way === "merge" ? "mine" : "a", write: "theirs" });
      expect(seen.conflict).toBeUndefined();
      expect(await save(seen.fields)).toBe("gut");
    }
    const { list, seen, save, change } = show();
    change({ mine: { read: "theirs", write: "b" } });
    await save();
    await act(async () => seen.conflict?.overwrite());
    expect(seen.overwritten).toEqual(["gut"]);
    expect(list.mine).toEqual({ read: "mine", write: "b" });
  });
  it("is refused where it is gone, and a new one where its name is there by now", async () => {
    const gone = show();
    gone.change({ mine: undefined });
    await expect(gone.save()).rejects.toMatchObject({ code: CODES.conflict });
    const added = show("added");
    added.change({ other: 1 });
    expect(await added.save()).toBe("gut");
    const twice = show("added");
    twice.change({ mine: { read: "theirs", write: "theirs" } });
    await expect(twice.save()).rejects.toMatchObject({ code: CODES.badRequest });
    expect(twice.list.mine).toEqual({ read: "theirs", write: "theirs" });
  });
});
