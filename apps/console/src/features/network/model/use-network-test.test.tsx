import { Notifications } from "@mantine/notifications";
import { act, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { type NetworkTest, useNetworkTest } from "./use-network-test.ts";

beforeEach(() => tokenStore.store("token"));

const adapter = { device: "eth0", active: true, dhcp: false, ip: "10.0.0.1", mask: "255.0.0.0", gw: "" };
const INTERFACES = [{ ...adapter, dns1: "", dns2: "" }];
const RUN = {
  id: "12345678",
  interfaces: INTERFACES,
  seconds: 60,
  remaining: 58,
  addresses: ["https://10.0.0.1"],
  sign_in: true,
};
const state = (test: object | null, last: object | null = null) => ({ body: { code: 0, test, last } });

async function show(...answers: Parameters<typeof scriptFetch>) {
  const asked = scriptFetch(...answers);
  const seen: { test?: NetworkTest; confirmed: number } = { confirmed: 0 };
  function Harness() {
    const test = useNetworkTest(() => {
      seen.confirmed += 1;
    });
    useEffect(() => {
      seen.test = test;
    });
    return <Notifications />;
  }
  render(<Harness />);
  await waitFor(() => expect(asked).toHaveLength(1));
  const test = () => seen.test ?? expect.fail("not rendered");
  return { asked, seen, test, start: () => act(() => test().start(INTERFACES, 60)) };
}

describe("a network test on this page", () => {
  it("is watched until it ends, and its end is told", async () => {
    const { asked, seen, test, start } = await show(
      state(null),
      { body: { code: 0, test: RUN } },
      state({ ...RUN, remaining: 56 }),
      state(null, { id: RUN.id, outcome: "confirmed", at: 1 }),
    );
    await start();
    expect(asked[1]?.body).toEqual({ interfaces: INTERFACES, seconds: 60 });
    expect(test()).toMatchObject({ run: { id: RUN.id }, own: true, away: false });
    expect(test().endsAt - Date.now()).toBeGreaterThan(55_000);
    await screen.findByText(/wurden bestätigt und bleiben bestehen/, {}, { timeout: 6_000 });
    expect(seen.confirmed).toBe(1);
    expect(test()).toMatchObject({ run: undefined, own: false });
  });

  it("is supposed to run where its start is not answered, and goes on while the device is away", async () => {
    const { seen, test, start } = await show(
      state(null, { id: "a", outcome: "confirmed", at: 1 }),
      new TypeError("the address is gone"),
      new TypeError("still gone"),
      state(null, { id: "b", outcome: "expired", at: 2 }),
    );
    await start();
    expect(test().run).toMatchObject({ id: "", addresses: ["https://10.0.0.1"], remaining: 60 });
    await waitFor(() => expect(test().away).toBe(true), { timeout: 4_000 });
    expect(test().run).toMatchObject({ id: "" });
    await screen.findByText(/ist abgelaufen/, {}, { timeout: 4_000 });
    expect(seen.confirmed).toBe(0);
  });

  it("that is refused does not begin", async () => {
    const { test } = await show(state(null), { status: 409, body: { code: 409, message: "läuft schon" } });
    await expect(test().start(INTERFACES, 60)).rejects.toThrow("läuft schon");
    expect(test().run).toBeUndefined();
  });
});
