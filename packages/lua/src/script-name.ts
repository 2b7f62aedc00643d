/** Names of scripts, as in the contract. */
export const SCRIPT_NAME = /^[A-Za-z0-9_][A-Za-z0-9_. -]{0,195}\.lua$/;
