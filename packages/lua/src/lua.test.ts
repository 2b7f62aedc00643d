import { beforeAll, describe, expect, it } from "vitest";
import { checkSource, LuaState, loadLua, type Wasm } from "./engine.ts";
import {
  callsText,
  germanProblem,
  type LuaValue,
  literalsOf,
  mergedScripts,
  problemText,
  ScriptError,
} from "./index.ts";

let wasm: Wasm;
beforeAll(async () => {
  wasm = await loadLua();
});

class Over extends Error {}

/** @returns what the script said by `say`, and the error it ended with */
function run(source: string, options: { memory?: number; ticks?: number } = {}) {
  let ticks = 0;
  const lua = new LuaState(wasm, {
    memory: options.memory ?? 4 * 1024 * 1024,
    tick: () => {
      ticks += 1;
      if (ticks > (options.ticks ?? 100_000)) throw new Over();
    },
  });
  const said: LuaValue[] = [];
  lua.define("say", (call) => {
    said.push(call.value(1, "say", 100_000));
    return [];
  });
  lua.define("refuse", () => {
    throw new ScriptError("nein");
  });
  lua.define("box.give", () => [{ list: [1, 2.5, null], text: "ü\0", __proto: true }]);
  const error = lua.load("t.lua", source) ?? lua.run();
  return { said, error, lua };
}

describe("LuaState", () => {
  it("copies values both ways", () => {
    expect(run('say({ 1, 2.5, "ü\\0", { a = true, [3] = "x" }, {} })').said).toEqual([
      [1, 2.5, "ü\0", { a: true, 3: "x" }, {}],
    ]);
    const { said } = run("local b = box.give() say(b.list[2]) say(#b.text) say(b.list[3] == nil)");
    expect(said).toEqual([2.5, 3, true]);
  });

  it("gives names of prototypes no meaning", () => {
    const [value] = run('say({ ["__proto__"] = { polluted = 1 }, constructor = 2 })').said;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.hasOwn(value as object, "__proto__")).toBe(true);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it("refuses what is no value, cycles, and what is too large", () => {
    expect(run("say(print) say(say)").error).toContain("Funktionen und Coroutinen sind kein Wert");
    expect(run("local t = {} t.t = t say(t)").error).toContain("höchstens 32 Ebenen");
    expect(run("local t = {} for i = 1, 20 do t = { t, t } end say(t)").error).toContain("zu groß");
    expect(run("say(string.rep('x', 100001))").error).toContain("zu groß");
    expect(run("say(0/0)").error).toContain("nicht endlich");
  });

  it("makes a list of 1 to n only, whatever Lua's border says", () => {
    expect(run("say({nil,nil,nil,4,[0.5]=1,[-1]=1,[4294967294]=1})").said).toEqual([
      { "4": 4, "0.5": 1, "-1": 1, "4294967294": 1 },
    ]);
    expect(run("say({nil,2}) say({[2]=2,[1]=1}) say({[0]=0,[1]=1}) say({[1]=1,[2^53]=2})").said).toEqual([
      { 2: 2 },
      [1, 2],
      { 0: 0, 1: 1 },
      { 1: 1, 9007199254740992: 2 },
    ]);
    expect(run('say({[1]=1,["1"]=2,x=3})').error).toContain("als Zahl und als Text");
  });

  it("names the calls that led to an error, and gives a place to whatever was thrown", () => {
    const deep = run(
      "local function f()\n  error('boom')\nend\nlocal function g()\n  f()\n  return 1\nend\ng()",
    );
    expect(deep.error).toBe("t.lua:2: boom");
    expect(callsText(deep.lua.calls)).toBe(" [Aufrufe: Zeile 2 in „f“ ← Zeile 5 in „g“ ← Zeile 8]");
    const said = (source: string) => problemText(germanProblem(run(source).error ?? ""));
    expect(said("\nerror({ code = 7 })")).toBe('Zeile 2: {"code":7}');
    expect(said("\n\nerror(nil)")).toBe("Zeile 3: nil");
    expect(said("error(function() end)")).toBe("Zeile 1: (Funktion)");
    expect(said("\nerror('kaputt', 0)")).toBe("Zeile 2: kaputt");
    const cycle = said("local t = {} t.t = t error(t)");
    expect(cycle.length).toBeLessThan(300);
    const long = run("error(string.rep('x', 1e6))");
    expect(long.error?.length).toBeLessThan(10_000);
    expect(run("local function f() return f() + 1 end f()", { memory: 64 << 20 }).error).toContain(
      "stack overflow",
    );
  });

  it("refuses a call whose values do not fit into its memory, and goes on", () => {
    const { lua, said } = run("keep_it = function(v) say(v) end", { memory: 1024 * 1024 });
    let reference = 0;
    lua.define("ref", (call) => {
      reference = call.reference(1, "ref");
      return [];
    });
    expect(lua.load("t.lua", "ref(keep_it)") ?? lua.run()).toBeUndefined();
    expect(lua.call(reference, ["x".repeat(2_000_000)])).toBe("not enough memory");
    expect(lua.call(reference, ["ok"])).toBeUndefined();
    expect(said).toEqual(["ok"]);
  });

  it("shows anything to people, and hints at what is no value, too deep or too long", () => {
    const shown = (source: string) => {
      const lua = new LuaState(wasm, { memory: 4 * 1024 * 1024, tick: () => undefined });
      const lines: string[] = [];
      lua.define("show", (call) => {
        lines.push(call.shown(1, 100));
        return [];
      });
      return lua.load("t.lua", source) ?? lua.run() ?? lines;
    };
    expect(shown("show() show(nil) show(0/0) show(1/0) show(-1/0) show(error) show('ü\\0')")).toEqual([
      "nil",
      "nil",
      "nan",
      "inf",
      "-inf",
      "(Funktion)",
      "ü\0",
    ]);
    expect(shown("show({ a = { 0/0, error } }) show({ [true] = 1 })")).toEqual([
      '{"a":["nan","(Funktion)"]}',
      '{"…":1}',
    ]);
    expect(shown("show(string.rep('x', 1000))")).toEqual([`${"x".repeat(100)}…`]);
    const [wide, cycle, long] = shown(
      "local t = {} for i = 1, 30000 do t[i] = i end show(t) local c = {} c.c = c show(c) show({ string.rep('x', 90), string.rep('y', 90), 1 })",
    ) as string[];
    expect(wide).toMatch(/^\{"1":1,.*"…":"…"\}$/);
    expect(cycle).toBe(`${'{"c":'.repeat(32)}"…"${"}".repeat(32)}`);
    expect(long).toBe(`{"1":"${"x".repeat(90)}","2":"${"y".repeat(10)}…","…":"…"}`);
  });

  it("reads files of editors that begin with a byte order mark, and such with a line for the shell", () => {
    expect(run('\uFEFFsay("a")').said).toEqual(["a"]);
    expect(run("#!/usr/bin/lua\nrefuse()").error).toBe("t.lua:2: nein");
  });

  it("runs no metamethods while it copies", () => {
    const { error, said } = run(
      "say(setmetatable({ 1 }, { __index = error, __len = error, __pairs = error }))",
    );
    expect([error, said]).toEqual([undefined, [[1]]]);
  });

  it("makes refusals errors that a script may catch, with a place", () => {
    expect(run("refuse()").error).toBe("t.lua:1: nein");
    expect(run("say((pcall(refuse)))").said).toEqual([false]);
  });

  it("holds memory, through pcall as well", () => {
    const { error, lua, said } = run(
      "local t = {} pcall(function() while true do t[#t + 1] = string.rep('x', 10000) .. #t end end) t = nil say(1)",
    );
    expect([error, said]).toEqual([undefined, [1]]);
    expect(lua.denied).toBe(true);
    expect(run("return string.rep('x', 1e9)").error).toBe("not enough memory");
  });

  it("ends loops past pcall, coroutines and metamethods", () => {
    for (const source of [
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "coroutine.wrap(function() pcall(function() while true do end end) end)()",
      "local t = setmetatable({}, { __index = function() while true do end end }) pcall(function() return t.x end)",
      "xpcall(function() while true do end end, function() while true do end end)",
      "table.sort({ 3, 2, 1 }, function() while true do end end)",
      "string.gsub('x', '.', function() while true do end end)",
    ]) {
      expect(() => run(`${source} say('evaded')`, { ticks: 20 }), source).toThrow(Over);
    }
  });

  it("tells whoever watches it that it is at work, also where it hardly runs instructions of its own", () => {
    let ticks = 0;
    let takings = 0;
    const lua = new LuaState(wasm, {
      memory: 4 * 1024 * 1024,
      tick: () => (ticks += 1),
      taking: () => (takings += 1),
    });
    const over = (source: string) => {
      ticks = 0;
      takings = 0;
      lua.load("t.lua", source);
      expect(lua.run()).toBeUndefined();
    };
    over("for i = 1, 1e5 do end");
    expect(ticks).toBeGreaterThan(50);
    over("for i = 1, 100 do local s = string.rep('x', 100000) end");
    expect([ticks, takings > 20]).toEqual([0, true]);
  });

  it("loads no bytecode and has nothing that loads code or files", () => {
    expect(run("\u001bLua").error).toContain("binary chunk");
    const names = ["io", "os", "debug", "package", "require", "load", "loadstring", "dofile", "loadfile"];
    for (const name of [...names, "collectgarbage", "warn", "string.dump"])
      expect(run(`say(${name} == nil)`).said, name).toEqual([true]);
  });
});

describe("what Lua says, in German", () => {
  it.each([
    ["local x = = 1", "Zeile 1: Unerwartetes Zeichen bei „=“"],
    ["if x then\nprint(1)", "Zeile 2: „end“ fehlt; es schließt „if“ aus Zeile 1 am Ende des Skripts"],
    ["x = 'abc\ny = 1", "Zeile 1: Das schließende Anführungszeichen fehlt bei „'abc“"],
    ["x = 3x", "Zeile 1: Die Zahl ist nicht lesbar bei „3x“"],
    ["f(", "Zeile 1: Unerwartetes Zeichen am Ende des Skripts"],
    ["local function f( end", "Zeile 1: Ein Name wird erwartet bei „end“"],
    ["a b", "Zeile 1: Das ist keine vollständige Anweisung bei „b“"],
    ["break", "Zeile 1: „break“ in Zeile 1 steht außerhalb einer Schleife"],
    ["goto x", "Zeile 1: Für „goto“ in Zeile 1 gibt es die Marke „x“ nicht"],
    ["local x <const> = 1 x = 2", "Zeile 1: „x“ ist als const vereinbart und kann nicht geändert werden"],
    ["--[[ x", "Zeile 1: Der Kommentar aus Zeile 1 wird nicht geschlossen"],
    ["\u001bLua", "Vorübersetzte Skripte werden nicht angenommen; laden Sie den Quelltext hoch"],
  ])("%s", async (source, text) => {
    const problem = await checkSource("t.lua", source);
    expect(problem && problemText(problem)).toBe(text);
  });

  it.each([
    ["foo()", "Zeile 1: „foo“ ist keine Funktion, sondern nil (kein Wert)"],
    ["local x x.y = 1", "Zeile 1: Zugriff auf ein Feld von nil (kein Wert) (lokale Variable „x“)"],
    ["return 1 + {}", "Zeile 1: Mit eine Tabelle kann nicht gerechnet werden"],
    ["return 1 < 'a'", "Zeile 1: Nicht vergleichbar: eine Zahl und ein Text"],
    ["return 1 // 0", "Zeile 1: Division durch null"],
    ["string.rep()", "Zeile 1: rep: Argument 1 muss ein Text sein, nicht kein Wert"],
  ])("%s", (source, text) => {
    expect(problemText(germanProblem(run(source).error ?? ""))).toBe(text);
  });

  it("says nothing of what compiles, and refuses what is too large", async () => {
    expect(await checkSource("t.lua", "local x <const> = 1; goto e; ::e:: return x")).toBeUndefined();
    expect((await checkSource("t.lua", " ".repeat(600_000)))?.text).toContain("zu groß");
  });
});

describe("texts within a source", () => {
  it("are found with their line, and not in comments", () => {
    const source = `-- "no"\n--[==[ "no" ]] ]==]\nread("a.b.c") read('a.b.c')\nx = [[long]] "with \\" quote"`;
    expect(literalsOf(source)).toEqual([
      { text: "a.b.c", line: 3 },
      { text: "long", line: 4 },
    ]);
  });

  it("bear anything", () => {
    for (const source of ["'", '"\\', "[[", "--[==[", "]]", "'\n'"])
      expect(() => literalsOf(source)).not.toThrow();
  });
});

it("an activated script wins over the project's, and other names are left out", () => {
  expect(mergedScripts({ "b.lua": "1", "a.lua": "1", "../x.lua": "1" }, { "a.lua": "2" })).toEqual({
    "a.lua": "2",
    "b.lua": "1",
  });
});
