/** The part of the address space that a call changes, as the topic `changed` of the stream names it: `resources/lua`. */
export const changedPlace = (path: string): string => path.split("/").slice(1, 3).join("/");
