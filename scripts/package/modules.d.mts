/** @param root the checkout @param to folder `node_modules` @param arch as Node names it */
export function copyModules(root: string, to: string, arch: string): void;
