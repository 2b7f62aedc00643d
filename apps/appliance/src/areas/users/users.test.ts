import path from "node:path";
import { openStore, type Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quickHasher } from "../../testing/quick-hasher.ts";
import { userHandlers } from "./routes.ts";
import { MOST_USERS, Users } from "./users.ts";

const folder = useFolder();
let store: Store;
let users: Users;
let told: string[];
beforeEach(() => {
  store = openStore({
    file: path.join(folder(), "state.db"),
    credentialFile: path.join(folder(), "credential.json"),
    now: () => 1,
  });
  users = new Users({ store, clock: { now: () => 1 }, hasher: quickHasher });
  told = [];
  users.onChange((kind, username) => told.push(`${kind} ${username}`));
});
afterEach(() => {
  store.close();
});

describe("users", () => {
  it("are added, changed and deleted, each list for itself", async () => {
    await users.set("websocket", "visu", { role: "read", pwd: "geheim" });
    await users.set("assets", "visu", { role: "pumpe", pwd: "anders" });
    await users.set("websocket", "a", { role: "write", pwd: "x" });
    expect(users.all().websocket.map(({ username }) => username)).toEqual(["a", "visu"]);
    await users.set("websocket", "visu", { role: "write" });
    const [, visu] = users.all().websocket;
    expect(visu).toMatchObject({ role: "write", token: "" });
    expect(await quickHasher.verify(visu?.pwd ?? "", "geheim")).toBe(true);
    await users.delete("websocket", "visu");
    expect(users.all().websocket).toHaveLength(1);
    expect(users.all().assets).toHaveLength(1);
    expect(told).toEqual([
      "websocket visu",
      "assets visu",
      "websocket a",
      "websocket visu",
      "websocket visu",
    ]);
  });

  it("keep no password and no token in plain text", async () => {
    await users.set("assets", "pumpe", { role: "x", pwd: "streng geheim" });
    const token = await users.makeToken("assets", "pumpe");
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const stored = JSON.stringify(store.settings.all());
    expect(stored).not.toContain("streng geheim");
    expect(stored).not.toContain(token);
    const other = await users.makeToken("assets", "pumpe");
    expect(other).not.toBe(token);
  });

  it("are refused without a password as a new one, and beyond what is allowed", async () => {
    await expect(users.set("websocket", "neu", { role: "read" })).rejects.toMatchObject({
      fields: [{ field: "pwd" }],
    });
    await expect(users.delete("websocket", "neu")).rejects.toThrow("gibt es nicht");
    await expect(users.makeToken("websocket", "neu")).rejects.toThrow("gibt es nicht");
    await expect(users.deleteToken("assets", "neu")).rejects.toThrow("gibt es nicht");
    expect(users.all().websocket).toEqual([]);
    expect(told).toEqual([]);
    const many = Array.from({ length: MOST_USERS }, (_, n) => ({
      username: `u${n}`,
      role: "read",
      pwd: "x",
      token: "",
    }));
    store.settings.writeRaw("users", JSON.stringify({ assets: [], websocket: many }), 1);
    await expect(users.set("websocket", "neu", { role: "read", pwd: "x" })).rejects.toThrow("1000");
    await users.set("websocket", "u5", { role: "write" });
  });

  it("changed at once by several lose nothing", async () => {
    const names = Array.from({ length: 20 }, (_, n) => `u${n}`);
    await Promise.all(names.map((name) => users.set("websocket", name, { role: "read", pwd: name })));
    await Promise.all(names.map((name) => users.makeToken("websocket", name)));
    expect(users.all().websocket.filter(({ token, pwd }) => token !== "" && pwd !== "")).toHaveLength(20);
  });

  it("are shown with what is set, never with a hash", async () => {
    const handlers = userHandlers(users);
    await users.set("websocket", "visu", { role: "read", pwd: "geheim" });
    await users.makeToken("websocket", "visu");
    await users.set("assets", "pumpe", { role: "x", pwd: "geheim" });
    expect(await handlers.wsUsers?.({} as never)).toEqual({
      websocket: [{ username: "visu", role: "read", pwd: true, token: true }],
      assets: [{ username: "pumpe", role: "x", pwd: true, token: false }],
    });
  });
});
