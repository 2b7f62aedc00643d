export function productVersion(root: string): string;
