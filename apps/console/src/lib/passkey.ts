/** The browser's passkeys, in the appliance's shapes; loaded where one is used. */
import type { PasskeyAnswer, PasskeyCreated, PasskeyCreation, PasskeyRequest } from "@hubwart/contract";
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";

/** Asks the person. @throws Error where the browser or the person refuses */
export async function answerPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { id, response } = await startAuthentication({
    optionsJSON: request,
  });
  const { authenticatorData, clientDataJSON, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Asks the person. @throws Error where the browser or the person refuses */
export async function makePasskey(options: PasskeyCreation): Promise<PasskeyCreated> {
  const { id, response } = await startRegistration({
    optionsJSON: options,
  });
  const { attestationObject, clientDataJSON, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}
