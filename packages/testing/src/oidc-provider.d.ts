/** The part that the tests use; the library brings no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Details {
    uid: string;
    prompt: { name: string };
    params: { client_id: string };
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, answer: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, answer: ServerResponse): Promise<Details>;
    interactionFinished(request: IncomingMessage, answer: ServerResponse, result: object): Promise<void>;
    Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => Grant;
  }
}
