/** Page of the console that begins signing in by a directory service, and to which the service sends people back. */
export const OIDC_PATH = "/sign-in/directory";
