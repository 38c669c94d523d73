import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // the pages can lie in any folder of any site
  plugins: [preact()],
  worker: { format: "es" },
  optimizeDeps: { exclude: ["pyodide"] },
  build: { target: "es2023", assetsInlineLimit: 0, chunkSizeWarningLimit: 300 },
  preview: { port: 8080, strictPort: false },
  server: { port: 8080, strictPort: false },
});
