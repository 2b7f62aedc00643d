import { Notifications } from "@mantine/notifications";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { tokenStore } from "../../../session/token-store.ts";
import { scriptFetch } from "../../../testing/fetch.ts";
import { render } from "../../../testing/render.tsx";
import { networkSection } from "../model/sections.ts";
import type { NetworkTest } from "../model/use-network-test.ts";
import { useSection } from "../model/use-section.ts";
import { NetworkTab } from "./network-tab.tsx";

beforeEach(() => tokenStore.store("token"));

const adapter = (device: string, part: object = {}) => ({
  device,
  active: true,
  dhcp: true,
  ip: "",
  mask: "",
  gw: "",
  dns1: "",
  dns2: "",
  mac: "02:00:00:00:00:01",
  carrier: true,
  ...part,
});
const FIXED = { dhcp: false, ip: "192.168.1.10", mask: "255.255.255.0" };
const answer = (...interfaces: object[]) => ({
  body: { code: 0, use: true, interfaces, active: { use: true, interfaces }, support: { supported: true } },
  headers: { etag: '"1"' },
});

const saved: string[] = [];
const idle: NetworkTest = {
  run: undefined,
  last: null,
  away: false,
  endsAt: 0,
  own: false,
  start: () => Promise.resolve(),
  confirm: () => Promise.resolve(),
  cancel: () => Promise.resolve(),
};

function Harness({ test }: { test: NetworkTest }) {
  const network = useSection(networkSection, (restart) => void saved.push(restart));
  return <NetworkTab network={network} test={test} />;
}

async function show(answers: Parameters<typeof scriptFetch>, test: Partial<NetworkTest> = {}) {
  saved.length = 0;
  const asked = scriptFetch(...answers);
  render(
    <>
      <Harness test={{ ...idle, ...test }} />
      <Notifications />
    </>,
  );
  await screen.findByRole("region", { name: "Übersicht" });
  const box = (device: string) => within(screen.getByRole("region", { name: device }));
  return { asked, box, user: userEvent.setup() };
}
const save = () => screen.getByRole("button", { name: "Netzwerk speichern" });
const SWITCH = { active: "Adapter verwenden", dhcp: "Adresse automatisch beziehen (DHCP)" };

describe("the boxes of the adapters", () => {
  it("keep the first adapter on and show addresses only where they count", async () => {
    const { box, user } = await show([answer(adapter("eth0"), adapter("eth1", FIXED))]);
    expect(box("eth0").getByRole("switch", { name: SWITCH.active })).toHaveProperty("disabled", true);
    expect(box("eth0").getByText(/Der erste Adapter ist immer aktiv/)).toBeTruthy();
    expect(box("eth0").queryByLabelText("IP-Adresse")).toBeNull();
    await user.click(box("eth0").getByRole("switch", { name: SWITCH.dhcp }));
    expect(box("eth0").getByLabelText("IP-Adresse")).toBeTruthy();
    expect(box("eth1").getByLabelText("DNS-Server 2 (optional)")).toBeTruthy();
    await user.click(box("eth1").getByRole("switch", { name: SWITCH.active }));
    expect(box("eth1").queryByRole("switch", { name: SWITCH.dhcp })).toBeNull();
    expect(box("eth1").queryByLabelText("IP-Adresse")).toBeNull();
  });

  it("complain about a field once it was left, and then while one types", async () => {
    const { box, user } = await show([answer(adapter("eth0", FIXED))]);
    const ip = box("eth0").getByLabelText("IP-Adresse");
    await user.clear(ip);
    await user.type(ip, "192.168.1.300");
    expect(box("eth0").queryByText(/Erlaubt ist eine IPv4-Adresse/)).toBeNull();
    await user.tab();
    expect(box("eth0").getByText(/Erlaubt ist eine IPv4-Adresse/)).toBeTruthy();
    await user.type(ip, "{backspace}");
    expect(box("eth0").queryByText(/Erlaubt ist eine IPv4-Adresse/)).toBeNull();
  });

  it("take a mask as a number of bits and show it as addresses are written", async () => {
    const { box, user } = await show([answer(adapter("eth0", FIXED))]);
    const mask = box("eth0").getByLabelText<HTMLInputElement>("Netzmaske");
    await user.clear(mask);
    await user.type(mask, "/25");
    await user.tab();
    expect(mask.value).toBe("255.255.255.128");
  });

  it("are disabled while the network is not used", async () => {
    const { box, user } = await show([answer(adapter("eth0", FIXED))]);
    await user.click(screen.getByRole("switch", { name: "Netzwerk durch Hubwart einrichten" }));
    expect(box("eth0").getByLabelText("IP-Adresse")).toHaveProperty("disabled", true);
    expect(screen.getByRole("button", { name: "Jetzt testen" })).toHaveProperty("disabled", true);
    expect(screen.getByText(/auch ohne die Konfiguration von Hubwart erreichbar/)).toBeTruthy();
  });

  it("are replaced by a sentence where there is no adapter", async () => {
    await show([answer()]);
    expect(screen.getByText("Kein Netzwerkadapter gefunden")).toBeTruthy();
  });
});

describe("saving", () => {
  it("sends what is typed with the mark of what it was made to", async () => {
    const stored = adapter("eth0", FIXED);
    const { asked, box, user } = await show([
      answer(stored),
      { body: { code: 0, restart: "device" } },
      answer({ ...stored, gw: "192.168.1.1" }),
    ]);
    expect(save().getAttribute("aria-disabled")).toBe("true");
    await user.type(box("eth0").getByLabelText("Gateway (optional)"), "192.168.1.1");
    await user.click(save());
    await waitFor(() => expect(saved).toEqual(["device"]));
    expect(asked[1]?.headers.get("if-match")).toBe('"1"');
    const { mac: _, carrier: __, ...wire } = stored;
    expect(asked[1]?.body).toEqual({ use: true, interfaces: [{ ...wire, gw: "192.168.1.1" }] });
    await waitFor(() => expect(save().getAttribute("aria-disabled")).toBe("true"));
  });

  it("asks nobody as long as a field is wrong, and leads to it", async () => {
    const { asked, box, user } = await show([answer(adapter("eth0", FIXED))]);
    const gateway = box("eth0").getByLabelText("Gateway (optional)");
    await user.type(gateway, "10.0.0.1{enter}");
    await waitFor(() => expect(document.activeElement).toBe(gateway));
    expect(box("eth0").getByText("Das Gateway muss im Netz 192.168.1.0/24 liegen.")).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it("shows what the device refuses at its field", async () => {
    const fields = [{ field: "interfaces.0.gw", message: "Dieses Gateway kennt das Gerät nicht." }];
    const { box, user } = await show([
      answer(adapter("eth0", FIXED)),
      { status: 400, body: { code: 400, message: "Ungültig.", fields } },
    ]);
    await user.type(box("eth0").getByLabelText("Gateway (optional)"), "192.168.1.1{enter}");
    await box("eth0").findByText("Dieses Gateway kennt das Gerät nicht.");
    expect(saved).toEqual([]);
  });

  it("shows what somebody else saved meanwhile, and takes it over", async () => {
    const { box, user } = await show([
      answer(adapter("eth0", FIXED)),
      { status: 409, body: { code: 409 } },
      answer(adapter("eth0", { ...FIXED, gw: "192.168.1.2" })),
    ]);
    const gateway = () => box("eth0").getByLabelText<HTMLInputElement>("Gateway (optional)");
    await user.type(gateway(), "192.168.1.1{enter}");
    await screen.findByRole("row", { name: "eth0: Gateway (optional) 192.168.1.2 192.168.1.1" });
    await user.click(screen.getByRole("button", { name: "Gespeicherten Stand übernehmen" }));
    await waitFor(() => expect(gateway().value).toBe("192.168.1.2"));
    expect(screen.queryByText("Von anderer Stelle geändert")).toBeNull();
  });
});

describe("a test", () => {
  it("is explained, takes its length, and starts with what is typed", async () => {
    const started: unknown[] = [];
    const seen = vi.fn();
    Element.prototype.scrollIntoView = seen;
    const start: NetworkTest["start"] = async (...given) => void started.push(given);
    const { box, user } = await show([answer(adapter("eth0", FIXED))], { start });
    await user.type(box("eth0").getByLabelText("Gateway (optional)"), "192.168.1.1");
    await user.click(screen.getByRole("button", { name: "Jetzt testen" }));
    const dialog = within(await screen.findByRole("dialog"));
    const length = dialog.getByLabelText("Dauer in Sekunden");
    expect(length).toHaveProperty("value", "120");
    await user.clear(length);
    await user.type(length, "30");
    expect(dialog.getByRole("button", { name: "Test starten" }).getAttribute("aria-disabled")).toBe("true");
    await user.clear(length);
    await user.type(length, "60");
    await user.click(dialog.getByRole("button", { name: "Test starten" }));
    await waitFor(() =>
      expect(started).toEqual([[[expect.objectContaining({ gw: "192.168.1.1", device: "eth0" })], 60]]),
    );
    // The panel appears at the top of the page, and one is led there.
    await waitFor(() => expect(seen).toHaveBeenCalledWith({ block: "start" }));
  });

  it("that runs locks the form, counts down, names the addresses and is confirmed or ended", async () => {
    const { mac: _, carrier: __, ...tested } = adapter("eth0", FIXED);
    const done: string[] = [];
    const { box, user } = await show([answer(adapter("eth0", FIXED))], {
      run: {
        id: "12345678",
        interfaces: [tested],
        seconds: 120,
        remaining: 90,
        addresses: ["https://192.168.1.10"],
        sign_in: true,
      },
      endsAt: Date.now() + 90_000,
      confirm: async () => void done.push("confirm"),
      cancel: async () => void done.push("cancel"),
    });
    expect(box("eth0").getByLabelText("IP-Adresse")).toHaveProperty("disabled", true);
    const panel = within(screen.getByRole("region", { name: "Netzwerktest läuft" }));
    expect(panel.getByText(/In (90|89) Sekunden gelten wieder/)).toBeTruthy();
    expect(panel.getByRole("link", { name: "https://192.168.1.10" })).toHaveProperty(
      "href",
      "https://192.168.1.10/system/network?tab=network",
    );
    expect(panel.getByText(/melden Sie sich dort an/)).toBeTruthy();
    // Somebody else's test leads nobody away.
    expect(panel.queryByRole("button", { name: "Hier bleiben" })).toBeNull();
    await user.click(panel.getByRole("button", { name: "Bestätigen" }));
    await user.click(panel.getByRole("button", { name: "Abbrechen" }));
    expect(done).toEqual(["confirm", "cancel"]);
  });
});
