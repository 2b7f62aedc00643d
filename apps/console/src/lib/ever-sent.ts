/** Whether anything was ever on its way to a target: where nothing was, zeros would say that all went well. */
export function everSent(status: {
  /** ms since the epoch; 0 for never. */
  last_success: number;
  last_error: unknown;
  pending: number;
}): boolean {
  return status.last_success > 0 || status.last_error !== null || status.pending > 0;
}
