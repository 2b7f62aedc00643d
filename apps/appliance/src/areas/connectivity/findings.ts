/** What the health banner says about the manufacturer's services. Nothing before the first check. */
import { LIMITS } from "@hubwart/contract";
import type { Finding } from "../../status.ts";
import type { ConnectivityState } from "./service.ts";
import { texts } from "./texts.ts";

export function connectivityFindings(state: ConnectivityState): Finding[] {
  if (state.ts === 0) return [];
  const found: Finding[] = [];
  if (state.license !== LIMITS.connectivityOk) {
    found.push({ code: "license_server", level: 2, text: said("Lizenzserver", state.license) });
  }
  if (state.update !== LIMITS.connectivityOk) {
    found.push({ code: "update_server", level: 2, text: said("Update-Server", state.update) });
  }
  return found;
}

function said(name: string, status: number): string {
  return status === 401 ? texts.notRecognized(name) : texts.unreachable(name);
}
