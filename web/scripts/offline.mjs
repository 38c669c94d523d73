// Makes the service worker: everything the page needs is kept by the browser, so that it works without a network.

import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { generateSW } from "workbox-build";

const dist = resolve(dirname(fileURLToPath(import.meta.url)), "..", "dist");
const { count, size, warnings } = await generateSW({
  globDirectory: dist,
  globPatterns: ["**/*.{html,js,mjs,css,svg,wasm,zip,whl,json}"],
  swDest: resolve(dist, "offline.js"),
  maximumFileSizeToCacheInBytes: 32 * 2 ** 20,
  inlineWorkboxRuntime: true,
  skipWaiting: true,
  clientsClaim: true,
  ignoreURLParametersMatching: [/.*/],
});
for (const warning of warnings) console.warn(warning);
console.log(`kept for use offline: ${count} files, ${(size / 2 ** 20).toFixed(1)} MB`);
