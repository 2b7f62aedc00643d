import { notificationsStore } from "@mantine/notifications";
import { beforeEach, describe, expect, it } from "vitest";
import { errorText } from "./error-text.ts";
import { ApiError, ConnectionError } from "./errors.ts";
import { notice, noticeDuration } from "./notice.tsx";

const shown = () => notificationsStore.getState().notifications;

beforeEach(() => notificationsStore.updateState((state) => ({ ...state, notifications: [], queue: [] })));

describe("notices", () => {
  it("last 5 s, or 4 to 10 s, or until closed", () => {
    expect([undefined, 100, 7_000, 60_000, false as const].map((ms) => noticeDuration(ms))).toEqual([
      5_000,
      4_000,
      7_000,
      10_000,
      false,
    ]);
    notice.success();
    expect(shown()).toMatchObject([{ message: "Aktion erfolgreich ausgeführt", autoClose: 5_000 }]);
  });

  it("name the code of an error", () => {
    notice.apiError(new ApiError(1_234));
    expect(shown()).toMatchObject([{ message: "Es ist ein Fehler aufgetreten (Code: 1234)" }]);
  });

  it("replace one another under one id, each with its full time", () => {
    notice.info("Bitte warten", { id: "run" });
    const first = shown()[0]?.id;
    notice.info("Fertig", { id: "run" });
    expect(shown()).toMatchObject([{ message: "Fertig" }]);
    // Another id inside means another element, and so a timer of its own.
    expect(shown()[0]?.id).not.toBe(first);
  });

  it("say nothing when the session ended", () => {
    notice.apiError(new ApiError(401));
    expect(shown()).toEqual([]);
  });
});

describe("the text of an error", () => {
  it("is the one for its code, if there is one", () => {
    expect(errorText(new ApiError(1103, { message: "x" }), { 1103: "Server weg" })).toEqual({
      text: "Server weg",
    });
  });

  it("has the appliance's sentence and fields as detail", () => {
    const fields = [{ field: "port", message: "Der Port ist belegt." }];
    expect(errorText(new ApiError(400, { message: "Ungültig.", fields }))).toEqual({
      text: "Es ist ein Fehler aufgetreten (Code: 400)",
      detail: "Ungültig. Der Port ist belegt.",
    });
  });

  it("tells unreachable from slow from unknown", () => {
    expect(errorText(new ConnectionError(false)).text).toBe("Das Gerät ist nicht erreichbar");
    expect(errorText(new ConnectionError(true)).text).toBe("Das Gerät hat nicht rechtzeitig geantwortet");
    expect(errorText(new Error("bug")).text).toBe("Es ist ein Fehler aufgetreten");
  });
});
