// The table, in a real browser: whole games by clicking, by keyboard, on a phone, without a network, and what it says.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";

import { begin, playOut, site, type Site } from "./help";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let pages: Site;
beforeAll(async () => void (pages = await site()));
afterAll(() => pages.close());

const choose = (label: RegExp, value: string) => (page: Page) =>
  page.locator("label", { hasText: label }).locator("select").selectOption(value).then(() => {});

async function axe(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    return (await run.run()).violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`);
  });
  return found;
}

test.each([
  ["en", "en-GB", /has taken|VP/],
  ["zh-Hans", "zh-CN", /[一-鿿]/],
  ["ja", "ja-JP", /[ぁ-ん]/],
])("a game of two against a bot, by clicking, in %s", async (lang, locale, sounds) => {
  const { page, faults } = await pages.page({ locale });
  await begin(page, pages.address);
  expect(await page.getAttribute("html", "lang")).toBe(lang);
  await playOut(page, (count, turn) => turn % count);
  expect(await page.locator(".log").innerText()).toMatch(sounds);
  expect(await axe(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("solo at the hardest, laying out the row oneself", async () => {
  const { page, faults } = await pages.page();
  await begin(page, pages.address, async (page) => {
    await choose(/Players/, "1")(page);
    await choose(/Difficulty/, "very-hard")(page);
    await choose(/Own row/, "select")(page);
  });
  await playOut(page, (_count, turn) => (turn < 9 ? 0 : turn % _count));
  expect(faults).toEqual([]);
});

test("two people at one screen: a curtain between them, and nobody sees the other's hand", async () => {
  const { page, faults } = await pages.page();
  await begin(page, pages.address, choose(/Seat 2/, "person"));
  const hands: string[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const curtain = page.locator(".curtain button");
    await curtain.or(page.locator(".actions li button:not(:disabled)")).first().waitFor();
    if (await curtain.count()) {
      expect(await page.locator(".hand, .board, .log").count()).toBe(0);
      await curtain.click();
    }
    await page.locator(".hand li").first().waitFor();
    hands.push(await page.locator(".row.acts h2").innerText());
    await page.locator(".actions li button:not(:disabled)").first().click();
    await page.waitForTimeout(150);
  }
  expect(new Set(hands.map((who) => who.split("\n")[0])).size).toBe(2);
  expect(faults).toEqual([]);
});

test("a gift is taken up and offered on the table; why not, with its rule; then taken back", async () => {
  const { page, faults } = await pages.page();
  await begin(page, pages.address, async (page) => void (await page.locator("input").first().fill("7")));
  await page.locator(".pick.able").first().click();
  await page.locator(".unable .take").first().click();
  await page.locator(".why").waitFor();
  expect(await page.locator(".why a").innerText()).toMatch(/rule [A-Z]-\d+/);
  await page.locator(".able > .take").first().hover();
  await page.locator(".foreseen li").first().waitFor();
  const before = await page.locator(".log").innerText();
  await page.locator(".able > .take").first().click();
  await page.waitForFunction((old) => document.querySelector<HTMLElement>(".log")?.innerText !== old, before);
  expect(faults).toEqual([]);
});

test("the language changes in the middle of a game", async () => {
  const { page } = await pages.page();
  await begin(page, pages.address);
  await page.locator(".actions li button").first().waitFor();
  const before = await page.locator(".actions").innerText();
  await page.locator("header select").selectOption("ja");
  await page.locator("html[lang=ja]").waitFor();
  await page.waitForFunction((old) => document.querySelector<HTMLElement>(".actions")?.innerText !== old, before);
  expect(await page.locator(".actions").innerText()).toMatch(/[ぁ-ん]/);
});

test("a game by keyboard alone", async () => {
  const { page, faults } = await pages.page();
  await page.goto(pages.address);
  await page.locator("form.beginning").waitFor();
  await page.locator("form.beginning button.main").focus();
  await page.keyboard.press("Enter");
  for (let turn = 0; turn < 400 && !(await page.locator(".standing[data-over]").count()); turn++) {
    await page.locator(".actions li button:not(:disabled)").or(page.locator(".standing[data-over]")).first().waitFor();
    if (await page.locator(".standing[data-over]").count()) break;
    const step = await page.locator("[data-step]").getAttribute("data-step");
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.closest(".actions") !== null)) break;
    }
    await page.keyboard.press("Enter");
    await page.locator(`[data-step]:not([data-step="${step}"])`).first().waitFor();
  }
  expect(await page.locator(".standing[data-over]").count()).toBe(1);
  expect(faults).toEqual([]);
});

test("on a phone nothing is wider than the screen", async () => {
  const { page } = await pages.page({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await begin(page, pages.address, choose(/Players/, "4"));
  await page.locator(".actions li button").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await axe(page)).toEqual([]);
});

test("without a network, once it has been opened", async () => {
  const { page, faults } = await pages.page();
  await page.goto(pages.address);
  await page.locator("form.beginning").waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.waitForFunction(async () => {
    const names = await caches.keys();
    const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
    return counts.reduce((all, one) => all + one, 0) >= 12;
  });
  await page.context().setOffline(true);
  await begin(page, pages.address);
  await page.locator(".actions li button").first().waitFor();
  expect(faults).toEqual([]);
});

test("a saved game goes on, a link shows the whole game", async () => {
  const { page } = await pages.page();
  await begin(page, pages.address);
  for (let n = 0; n < 4; n++) {
    await page.locator(".actions li button:not(:disabled)").first().click();
    await page.waitForTimeout(100);
  }
  await page.locator(".actions li button:not(:disabled)").first().waitFor();
  const log = await page.locator("[data-step]").getAttribute("data-step");
  await page.reload();
  await page.locator("form.beginning > button[type=button]").click();
  await page.locator(".board").first().waitFor();
  expect(await page.locator("[data-step]").getAttribute("data-step")).toBe(log);
  await playOut(page, () => 0);
  await page.locator(".tools button").nth(3).click();
  await page.waitForFunction(() => location.hash.startsWith("#game="));
  const { page: other } = await pages.page();
  await other.goto(page.url());
  await other.locator("input[type=range]").waitFor();
  const all = Number(await other.locator("input[type=range]").getAttribute("max"));
  expect(all).toBeGreaterThan(0);
});

test("a file that is no game is refused in words", async () => {
  const { page } = await pages.page();
  await page.goto(pages.address);
  await page.locator("input[type=file]").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.locator("[role=alert]").waitFor();
  expect(await page.locator("[role=alert]").innerText()).toMatch(/no saved game/);
});
