/** Name of an interface's keyring among the pod's files; its password among the secrets. */
export function keyringName(iface: string): string {
  return `keyring.${iface}.knxkeys`;
}
