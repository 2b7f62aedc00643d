/** A stored project file that needs a password. */
export const isEncrypted = (filename: string): boolean => filename.endsWith(".enc");
