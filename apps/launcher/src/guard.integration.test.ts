/** What `npm start` runs, with real processes: a launcher that hangs, one that is killed, and the end of all. */
import { descendants, type Product, processes, startProduct, waitFor } from "@hubwart/testing";
import { afterEach, describe, expect, it } from "vitest";

let product: Product | undefined;
afterEach(() => product?.stop());

const lives = async (pids: readonly number[]) => {
  const all = await processes();
  return all.filter(({ pid }) => pids.includes(pid)).map(({ command }) => command);
};

async function started() {
  product = await startProduct({ guarded: true, vendor: false });
  const { url, launcher: guard } = product;
  const named = async (name: string): Promise<number> => {
    const all = await processes();
    const below = await descendants(guard.pid ?? 0);
    return all.find(({ command, pid }) => below.includes(pid) && command.includes(`/${name}.mjs`))?.pid ?? 0;
  };
  const anew = (launcher: number) =>
    waitFor(
      async () =>
        ![0, launcher].includes(await named("launcher")) && (await fetch(`${url}/admin/api/info`)).ok,
      { what: "another launcher", timeout: 90_000, interval: 200, detail: () => product?.output() ?? "" },
    );
  const end = new Promise<number | null>((resolve) => guard.once("exit", resolve));
  return { anew, end, guard, named, tree: () => descendants(guard.pid ?? 0) };
}

describe("under npm start", () => {
  it("a launcher that hangs is started again after what it had started has ended, also if that hangs", async () => {
    const { anew, end, guard, named, tree } = await started();
    const [launcher, appliance] = [await named("launcher"), await named("appliance")];
    const before = await tree();
    for (const pid of [launcher, appliance]) process.kill(pid, "SIGSTOP");
    await anew(launcher);
    expect(await lives(before)).toEqual([]);
    expect(product?.output()).toContain("launcher ist unerwartet beendet (antwortete nicht mehr)");

    // It goes on with the next one, which is killed.
    const next = await named("launcher");
    process.kill(next, "SIGKILL");
    await anew(next);

    const last = await tree();
    guard.kill("SIGTERM");
    expect(await end).toBe(0);
    expect(await lives(last)).toEqual([]);
  });

  it("all ends with it", async () => {
    const { guard, tree } = await started();
    const before = await tree();
    guard.kill("SIGKILL");
    await waitFor(async () => (await lives(before)).length === 0, {
      what: "the end of all",
      timeout: 10_000,
    });
  });
});
