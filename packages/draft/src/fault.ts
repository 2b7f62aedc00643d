/** An operation that does not fit the draft; `what` names the item by its kind and id. */
export class DraftFault extends Error {
  readonly kind: "unknown" | "twice";
  readonly what: string;

  constructor(kind: "unknown" | "twice", what: string) {
    super(`${kind}: ${what}`);
    this.kind = kind;
    this.what = what;
  }
}
