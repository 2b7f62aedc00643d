/** Whether a part of the console could not be fetched, in the words of Chromium, Firefox, Safari and Vite. */
export const isMissingPart = (message: string): boolean =>
  /dynamically imported module|module script|preload CSS/i.test(message);
