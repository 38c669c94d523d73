// The same games, to the byte, in CPython, in Node and in Chromium; and what calls do when they cannot be answered.

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Refused, startEngine, type Engine } from "../src/engine/node";
import { dist, python, site, type Site } from "./help";

/** Plays whole games through the host with its bots and returns their replays, which hold digests of the states. */
const PLAY = `async (ask) => {
  const replays = [];
  for (const options of [
    { players: 2, seed: 7 }, { players: 3, seed: "three" }, { players: 4, seed: 40, arrangement: "select" },
    { mode: "solo", seed: 1, difficulty: "very-hard" },
  ]) {
    let at = await ask("new", options);
    const game = at.game;
    while (!at.over) at = await ask("bot", { game, bot: at.step % 3 ? "greedy" : "random", seed: at.step });
    replays.push((await ask("replay", { game })).replay);
  }
  return replays;
}`;

const IN_PYTHON = `
import json
from serviam_rules import load_ruleset
from serviam_rules.host import Host
host, replays = Host(load_ruleset()), []
def ask(type, **keys):
    return json.loads(host.answer(json.dumps({"id": 1, "type": type, **keys})))
for options in (
    {"players": 2, "seed": 7}, {"players": 3, "seed": "three"}, {"players": 4, "seed": 40, "arrangement": "select"},
    {"mode": "solo", "seed": 1, "difficulty": "very-hard"},
):
    at = ask("new", **options)
    game = at["game"]
    while not at["over"]:
        at = ask("bot", game=game, bot="greedy" if at["step"] % 3 else "random", seed=at["step"])
    replays.append(ask("replay", game=game)["replay"])
print(json.dumps(replays))
`;

describe("the engine", () => {
  let engine: Engine;
  let pages: Site;
  beforeAll(async () => {
    engine = await startEngine(dist);
    pages = await site();
  });
  afterAll(() => pages.close());

  test("plays the same games in CPython, Node and Chromium", async () => {
    const expected = JSON.parse(python(IN_PYTHON)) as string[];
    expect(expected).toHaveLength(4);
    const ask = (type: never, keys: never) => engine.ask(type, keys);
    const inNode = (await (eval(PLAY) as (ask: unknown) => Promise<string[]>)(ask)) as string[];
    expect(inNode).toEqual(expected);
    const { page, faults } = await pages.page();
    await page.goto(pages.address);
    await page.waitForFunction(() => "serviam" in globalThis);
    const inBrowser = await page.evaluate(`(${PLAY})((type, keys) => globalThis.serviam.ask(type, keys))`);
    expect(inBrowser).toEqual(expected);
    expect(faults).toEqual([]);
  });

  test("a refusal rejects, with its facts and in the language of the request", async () => {
    const { game } = await engine.ask("new", { players: 2, seed: 7 });
    const refused = await engine.ask("apply", { game, action: { type: "pass" }, locale: "ja" }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refused);
    expect((refused as Refused).code).toBe("illegal-action");
    expect((refused as Refused).facts.rule).toBe("T-12");
    expect((refused as Refused).message).toMatch(/パス/);
  });

  test("a call that is given up rejects with the reason, and the next one is answered", async () => {
    const stop = new AbortController();
    const asked = engine.ask("hello", {}, stop.signal);
    stop.abort(new Error("no longer wanted"));
    await expect(asked).rejects.toThrow("no longer wanted");
    expect((await engine.ask("hello", {})).locales).toContain("zh-Hans");
  });

  test("a closed engine rejects what it is asked", async () => {
    const other = await startEngine(dist);
    other.close();
    await expect(other.ask("hello", {})).rejects.toThrow(/closed/);
  });
});
