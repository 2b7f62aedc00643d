import { describe, expect, it } from "vitest";
import { ApiError, ConnectionError } from "../../../lib/errors.ts";
import { resultOf, storeField } from "./run-project.ts";

describe("storeField", () => {
  it("is absent unless the file is to be kept", () => {
    expect(storeField({ use: false, pwd: "" })).toEqual({});
  });
  it("carries the password twice, as the form had it", () => {
    expect(storeField({ use: true, pwd: "geheim" })).toEqual({
      pwd: JSON.stringify({ use: true, pwd: "geheim", pwd2: "geheim" }),
    });
  });
  it("carries none for a file kept without", () => {
    expect(storeField({ use: true, pwd: "" })).toEqual({ pwd: '{"use":true}' });
  });
});

describe("resultOf", () => {
  it("takes codes from 1000 on for results", () => {
    const errors = [{ Ref: "a|b|1" }];
    expect(resultOf(new ApiError(1400, { old_hash: "a", errors }))).toEqual({
      answer: { code: 1400, old_hash: "a", new_hash: "", restart: false, errors },
    });
    expect(resultOf(new ApiError(1404, { message: "lief nicht" }))).toMatchObject({
      answer: { code: 1404, errors: [], message: "lief nicht" },
    });
  });
  it("says why the appliance refused", () => {
    expect(resultOf(new ApiError(409, { message: "Ein Projekt wird gerade geprüft." }))).toEqual({
      failure: "Ein Projekt wird gerade geprüft.",
    });
    const fields = [{ field: "pwd2", message: "Die Passwörter sind nicht identisch." }];
    expect(resultOf(new ApiError(400, { message: "Ungültig.", fields }))).toEqual({
      failure: "Ungültig. Die Passwörter sind nicht identisch.",
    });
    expect(resultOf(new ApiError(413))).toEqual({ failure: "Code: 413" });
    expect(resultOf(new ApiError(500))).toEqual({ failure: "" });
  });
  it("leaves the end of the session to the page that asks for the password", () => {
    expect(resultOf(new ApiError(401))).toEqual({ failure: undefined });
  });
  it("knows a lost connection", () => {
    const failure = "Die Verbindung zum Gerät ist abgebrochen. Bitte versuchen Sie es erneut.";
    expect(resultOf(new ConnectionError(false))).toEqual({ failure });
  });
});
