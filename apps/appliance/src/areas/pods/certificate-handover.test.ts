import { createLogger, ManualClock, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import { PodHandover } from "@hubwart/ipc";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScriptedHub, scriptedPod } from "../../testing/scripted-hub.ts";
import { CertificateHandover } from "./certificate-handover.ts";

/** Files are written through to the disk, which a busy machine takes its time for. */
const PATIENT = { timeout: 30_000 };

const folder = useFolder();
let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.end());

it("hands the certificate to those that want it, on this device, again after a start and a change", async () => {
  const hub = new ScriptedHub();
  const clock = new ManualClock();
  const told: string[] = [];
  let refuse = true;
  hub.answers.podAsk = ({ pod, method, params }) => {
    if (method === "wantsTls") return { result: { wanted: pod !== "http_in.plain" } };
    if (refuse) {
      refuse = false;
      throw new UnavailableError("away");
    }
    told.push(`${pod} ${(params as { certificate: string }).certificate}`);
    return { result: {} };
  };
  let renew: () => void = () => undefined;
  const certificate = {
    server: { key: "KEY", certificate: "CERT 1" },
    onChange: (handler: (pair: { key: string; certificate: string }) => void) => {
      renew = () => handler(certificate.server);
      return () => undefined;
    },
  };
  new CertificateHandover({
    hub,
    folder: folder(),
    certificate,
    clock,
    scope,
    log: createLogger("system", "test", new MemoryLogSink()),
  }).start();
  const files = (pod: string) => new PodHandover(folder(), pod).fileNames();
  const pods = (starts: number) => [
    scriptedPod("http_in.a", { starts }),
    scriptedPod("http_in.plain", { starts }),
    scriptedPod("http_in.outside", { internal: false }),
    scriptedPod("mqtt.x"),
  ];
  hub.podList = pods(1);
  hub.say({ state: "running" });
  // The first attempt failed: once more after a pause.
  await vi.waitFor(() => expect(refuse).toBe(false), PATIENT);
  await vi.waitFor(async () => {
    clock.advance(2_000);
    expect(told).toEqual(["http_in.a CERT 1"]);
  }, PATIENT);
  expect(await files("http_in.a")).toEqual(["tls-certificate.pem", "tls-key.pem"]);
  for (const pod of ["http_in.plain", "http_in.outside", "mqtt.x"]) expect(await files(pod)).toEqual([]);
  hub.sayPods();
  certificate.server = { key: "KEY", certificate: "CERT 2" };
  renew();
  await vi.waitFor(() => expect(told).toEqual(["http_in.a CERT 1", "http_in.a CERT 2"]), PATIENT);
  hub.podList = pods(2);
  hub.sayPods();
  await vi.waitFor(() => expect(told).toHaveLength(3), PATIENT);
  expect(hub.asked.some(({ parameters }) => JSON.stringify(parameters).includes("http_in.outside"))).toBe(
    false,
  );
}, 60_000);
