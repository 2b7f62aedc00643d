/** A command that cannot be carried out as it was typed; the message is for the person at the terminal. */
export class UsageError extends Error {}
