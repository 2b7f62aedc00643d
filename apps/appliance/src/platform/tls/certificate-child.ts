/** Makes the certificates of one order, which comes by message, and ends. */
import { errorText, onParentGone } from "@hubwart/core";
import { issue } from "./issue.ts";
import type { IssuerAnswer } from "./issuer.ts";
import type { CertificateOrder } from "./order.ts";

onParentGone(() => process.exit(1));
process.once("message", (order: CertificateOrder) => {
  issue(order).then(
    (issued) => answer({ t: "issued", issued }),
    (error: unknown) => answer({ t: "failed", message: errorText(error) }),
  );
});

function answer(message: IssuerAnswer): void {
  process.send?.(message, undefined, {}, () => process.exit(message.t === "issued" ? 0 : 1));
}
