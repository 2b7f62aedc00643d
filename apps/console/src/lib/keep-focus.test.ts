import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepFocus } from "./keep-focus.ts";

let stop: () => void;
const otherwise = vi.fn();
const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
};
const focused = (): string | undefined => document.activeElement?.id;
/** Long enough for every timer of it. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 200));

beforeEach(() => {
  otherwise.mockReset();
  document.body.innerHTML = `
    <main id="main">
      <button id="add"></button>
      <table><tbody id="rows">
        <tr id="row1"><td><button id="open1"></button></td><td><button id="delete1"></button></td></tr>
        <tr id="row2"><td><button id="open2"></button></td><td><button id="delete2"></button></td></tr>
      </tbody></table>
    </main>
    <div id="portal"></div>`;
  stop = keepFocus(byId("main"), otherwise);
});
afterEach(() => {
  stop();
  document.body.innerHTML = "";
});

function switchOff(id: string): void {
  // Browsers do this by themselves.
  byId(id).blur();
  (byId(id) as HTMLButtonElement).disabled = true;
}

it("gives the focus back to a button that was off for a while", async () => {
  byId("add").focus();
  switchOff("add");
  await settle();
  expect(focused()).not.toBe("add");
  (byId("add") as HTMLButtonElement).disabled = false;
  await vi.waitFor(() => expect(focused()).toBe("add"));
});

it("goes to the heading of the box of a button that stays off, not of one whose action runs", async () => {
  byId("main").insertAdjacentHTML(
    "beforeend",
    "<section><h2 id='heading'></h2><form><button id='save' data-loading='true'></button></form></section>",
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    byId("save").focus();
    switchOff("save");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(focused()).not.toBe("heading");
    delete byId("save").dataset["loading"];
    await vi.advanceTimersByTimeAsync(3_000);
    expect(focused()).toBe("heading");
  } finally {
    vi.useRealTimers();
  }
});

it("goes on in the row that took the place of the removed one, from the last in the one before", async () => {
  byId("delete1").focus();
  byId("row1").remove();
  await vi.waitFor(() => expect(focused()).toBe("delete2"));
  document
    .getElementById("row2")
    ?.insertAdjacentHTML("beforebegin", "<tr id='row0'><td><a id='link' href='#'></a></td></tr>");
  byId("delete2").focus();
  byId("row2").remove();
  await vi.waitFor(() => expect(focused()).toBe("link"));
  expect(otherwise).not.toHaveBeenCalled();
});

it("goes to the page's beginning when nothing is left there", async () => {
  byId("delete1").focus();
  byId("rows").replaceChildren();
  await vi.waitFor(() => expect(otherwise).toHaveBeenCalledOnce());
});

function openDialog(): HTMLElement {
  byId("portal").innerHTML = '<div aria-modal="true"><button id="yes"></button></div>';
  byId("yes").focus();
  return byId("portal");
}

it("goes back below a dialog that is gone, and to its neighbour if the row went with it", async () => {
  byId("delete1").focus();
  const portal = openDialog();
  portal.replaceChildren();
  await vi.waitFor(() => expect(focused()).toBe("delete1"));
  openDialog();
  byId("row1").remove();
  await settle();
  expect(focused()).toBe("yes");
  portal.replaceChildren();
  await vi.waitFor(() => expect(focused()).toBe("delete2"));
});

it("goes to the page's beginning when a dialog is gone that was open from the first", async () => {
  byId("portal").innerHTML = "<div aria-modal='true'><button id='close'></button></div>";
  byId("close").focus();
  byId("portal").innerHTML = "";
  await vi.waitFor(() => expect(otherwise).toHaveBeenCalledTimes(1));
});

it("does not reach below a dialog that stays", async () => {
  byId("delete1").focus();
  openDialog();
  byId("yes").remove();
  await settle();
  expect(focused()).toBe("");
  expect(otherwise).not.toHaveBeenCalled();
});

it("leaves it where a person put it: beside everything, or out of sight", async () => {
  byId("delete1").focus();
  byId("delete1").blur();
  await settle();
  byId("row1").remove();
  await settle();
  expect(focused()).toBe("");
  byId("delete2").focus();
  document.dispatchEvent(new Event("scroll"));
  byId("row2").remove();
  await settle();
  expect(focused()).toBe("");
  expect(otherwise).not.toHaveBeenCalled();
});

it("keeps away from a covered page", async () => {
  byId("delete1").focus();
  byId("main").setAttribute("inert", "");
  byId("row1").remove();
  await settle();
  expect(focused()).toBe("");
});
