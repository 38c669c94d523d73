// What the tests share: the built pages on this machine, a browser that may talk to nobody else, and Python beside it.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { preview, type PreviewServer } from "vite";

const web = resolve(import.meta.dirname, "..");
export const dist = resolve(web, "dist");

/** The browser that the environment names, or one of the usual places. */
const executable = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => path !== undefined && existsSync(path),
);

export interface Site {
  address: string;
  browser: Browser;
  /** A page in a profile of its own. What it says wrongly, and whom else it asks, is collected. */
  page(options?: BrowserContextOptions): Promise<{ page: Page; faults: string[] }>;
  close(): Promise<void>;
}

export async function site(): Promise<Site> {
  if (!executable) throw new Error("no Chromium here; name one in the environment as CHROMIUM");
  const server: PreviewServer = await preview({ root: web, logLevel: "error", preview: { port: 0, host: "127.0.0.1" } });
  const address = server.resolvedUrls?.local[0] ?? "";
  const browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox"] });
  return {
    address,
    browser,
    async page(options) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      context.on("request", (request) => {
        if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) faults.push(`asked ${request.url()}`);
      });
      return { page, faults };
    },
    async close() {
      await browser.close();
      await new Promise((done) => server.httpServer.close(done));
    },
  };
}

/** Run a program in the Python of the checkout. */
export function python(program: string): string {
  const own = resolve(web, "..", ".venv", "bin", "python");
  return execFileSync(process.env["PYTHON"] ?? (existsSync(own) ? own : "python3"), ["-c", program], {
    cwd: resolve(web, ".."),
    encoding: "utf8",
  });
}

/** Open the page and begin a game with what the form shows. */
export async function begin(page: Page, address: string, choose: (page: Page) => Promise<void> = async () => {}): Promise<void> {
  await page.goto(address);
  await page.locator("form.beginning").waitFor();
  await choose(page);
  await page.locator("form.beginning button.main").click();
  await page.locator(".board, .curtain").first().waitFor();
}

/** Play by clicking what is offered in words, until the game is over; `pick` says which of so many. */
export async function playOut(page: Page, pick: (count: number, turn: number) => number): Promise<number> {
  for (let turn = 0; turn < 400; turn++) {
    const able = page.locator(".actions li button:not(:disabled)");
    const over = page.locator(".standing[data-over]");
    const curtain = page.locator(".curtain button");
    await able.first().or(over).or(curtain).first().waitFor();
    if (await over.count()) return turn;
    if (await curtain.count()) await curtain.click();
    else {
      const step = await page.locator("[data-step]").getAttribute("data-step");
      await able.nth(pick(await able.count(), turn)).click();
      await page.locator(`[data-step]:not([data-step="${step}"]), .curtain`).first().waitFor();
    }
  }
  throw new Error("the game does not end");
}
