/** Files dropped on an element. Only the first one counts; a file dropped beside it must not replace the page. */
import { type DragEvent, useEffect, useState } from "react";
import { notice } from "../lib/notice.tsx";

export function useFileDrop(onFile: (file: File) => void, onlyFirst: string) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const refuse = (event: Event): void => event.preventDefault();
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);
  const handlers = {
    onDragEnter: () => setOver(true),
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      // Moving over a child leaves the element, too.
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [first, ...rest] = event.dataTransfer.files;
      if (first === undefined) return;
      if (rest.length > 0) notice.info(onlyFirst);
      onFile(first);
    },
  };
  return { over, handlers };
}
