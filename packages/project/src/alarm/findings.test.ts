import { expect, it } from "vitest";
import { isFinding, meansAFinding } from "./findings.ts";

it.each([
  "*",
  "disk-full",
  "disk*",
  "backup_*",
  "pod-down-modb_client.Halle",
  "pod-down-*",
  "pod*",
  "*_old",
  "token-expired:7",
  "iface-?ays-*",
])("device.%s can mean a finding", (code) => {
  expect([isFinding(`device.${code}`), meansAFinding(`device.${code}`)]).toEqual([true, true]);
});

it.each(["platte*", "disk_full", "backup-*", "pod-down-", "licence"])("device.%s never means one", (code) => {
  expect([isFinding(`device.${code}`), meansAFinding(`device.${code}`)]).toEqual([true, false]);
});

it.each(["device.", "geraet.*", "device.a b", "device.;"])("%s is no name of a finding", (source) => {
  expect(isFinding(source)).toBe(false);
});
