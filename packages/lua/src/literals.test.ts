import { expect, it } from "vitest";
import { alarmIdsOf, channelNamesOf, cronPatternsOf, raisedAlarmsOf } from "./literals.ts";

const names = (source: string) => channelNamesOf(source).map(({ line, text }) => `${line} ${text}`);

it("names the channels that a script gives to its functions, each with the line of its first use", () => {
  expect(
    names(`
on_change("a.b", function() write('c.d', 1) end)
local v = read "e.f"
read( -- the old one: read("no.1")
  "g.h")
write("a.b", 2)
read[[i.j]] read([==[
k.l]==])`),
  ).toEqual(["2 a.b", "2 c.d", "3 e.f", "5 g.h", "7 i.j", "7 k.l"]);
});

it("leaves out what is no name of a channel", () => {
  expect(
    names('log("a.b") write("a.b" .. room, 1) read(prefix .. "x") t.read("x") t:write("y") pcall(read, "z")'),
  ).toEqual([]);
  expect(
    names('-- read("a")\n--[[ write("b", 1) ]] local s = "read(\\"c\\")" local l = [[read("d")]]'),
  ).toEqual([]);
  expect(names('local function read(s) return s end\nread("text")')).toEqual([]);
});

it("names the alarms that a script asks for and those that it raises", () => {
  const source =
    'if alarm.active("a") then alarm.raise("b", "c") end\nalarm.clear("d/x." .. y) alarm.clear "e" my.alarm.raise("f")';
  expect(alarmIdsOf(source)).toEqual([{ line: 1, text: "a" }]);
  expect(raisedAlarmsOf(source)).toEqual([
    { line: 1, text: "b" },
    { line: 2, text: "e" },
  ]);
});

it("names the times that a script gives to cron", () => {
  const source = 'cron("0 7 * * *", wake)\ncron("0 0 " .. day .. " * *", pay)\nread("a.b")';
  expect(cronPatternsOf(source)).toEqual([{ line: 1, text: "0 7 * * *" }]);
});
