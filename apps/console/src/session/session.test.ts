import { LIMITS } from "@hubwart/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSession } from "./session.ts";
import { tokenStore } from "./token-store.ts";

const info = (session: boolean, setup = true) => ({ session, system: { setup } });

describe("the session", () => {
  let session: ReturnType<typeof createSession>;
  let end: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    session = createSession();
    end = session.start();
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
  });

  it("asks for the first password on a new device, for the password on others", () => {
    session.noteInfo(info(false, false));
    expect(session.state.phase).toBe("setup");
    session.noteInfo(info(false, true));
    expect(session.state.phase).toBe("login");
  });

  it("says that nothing is known only as long as nothing is", () => {
    session.noteUnreachable();
    expect(session.state.phase).toBe("unreachable");
    session.noteInfo(info(false));
    session.noteUnreachable();
    expect(session.state.phase).toBe("login");
  });

  it("clears a token that the appliance does not know", () => {
    const stored = { token: "stale", used: Date.now(), renewed: Date.now() };
    localStorage.setItem("hubwart.session", JSON.stringify(stored));
    session.noteInfo(info(false));
    expect(tokenStore.read()).toBeUndefined();
    expect(session.state.phase).toBe("login");
  });

  it("covers the page when it ends while working, and uncovers it after a new sign-in", () => {
    tokenStore.store("t");
    session.noteInfo(info(true));
    expect(session.state.phase).toBe("active");
    tokenStore.clear("rejected");
    expect(session.state.phase).toBe("expired");
    session.noteInfo(info(false));
    expect(session.state.phase).toBe("expired");
    tokenStore.clear("rejected");
    expect(session.state.phase, "a wrong password over the page").toBe("expired");
    tokenStore.store("u");
    expect(session.state.phase).toBe("active");
  });

  it("leaves the page after a logout", () => {
    tokenStore.store("t");
    session.noteInfo(info(true));
    tokenStore.clear("logout");
    expect(session.state.phase).toBe("login");
  });

  it("announces its last minute, takes that back when used, and ends by itself", () => {
    tokenStore.store("t");
    session.noteInfo(info(true));
    vi.advanceTimersByTime(LIMITS.tokenIdle - 61_000);
    expect(session.state.endsAt).toBeUndefined();
    vi.advanceTimersByTime(2_000);
    expect(session.state.endsAt).toBeGreaterThan(Date.now());
    tokenStore.touch("t");
    vi.advanceTimersByTime(1_000);
    expect(session.state.endsAt).toBeUndefined();
    vi.advanceTimersByTime(LIMITS.tokenIdle);
    expect(session.state).toEqual({ phase: "expired", endsAt: undefined });
    expect(localStorage.getItem("hubwart.session")).toBeNull();
  });
});
