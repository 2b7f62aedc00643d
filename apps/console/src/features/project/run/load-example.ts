/** Uploads the built-in example project. Its file lies beside the console (build/examples.ts). */
import { ConnectionError } from "../../../lib/errors.ts";
import { runs } from "./runs.ts";

/** It needs no other devices and shows values at once (scripts/make-examples.ts). */
const EXAMPLE = "erste-schritte.xlsx";

/** Resolves when the upload has begun. */
export async function loadExample(): Promise<void> {
  const response = await fetch(`/examples/${EXAMPLE}`).catch((error: unknown) => {
    throw new ConnectionError(false, error);
  });
  if (!response.ok) throw new ConnectionError(false, new Error(`example: ${response.status}`));
  void runs.upload.start(new File([await response.blob()], EXAMPLE), { use: true, pwd: "" });
}
