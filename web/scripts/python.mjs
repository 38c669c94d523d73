// What the browser needs of Python, laid into public/: the runtime of Pyodide, the wheel of this checkout and the
// wheels it needs to play, and the types of what goes over the wire. Nothing is fetched from elsewhere at run time.
//
// PYTHON names the interpreter that builds the wheel (default: the checkout's .venv, then python3).

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const web = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const checkout = resolve(web, "..");
const own = join(checkout, ".venv", "bin", "python");
const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
const run = (...args) => execFileSync(python, args, { cwd: checkout, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

/** Pure Python wheels that playing needs besides ours; cattrs reads what comes in as JSON. */
const PLAY = ["attrs", "cattrs", "typing_extensions"];

const wheels = join(web, "public", "python");
rmSync(wheels, { recursive: true, force: true });
mkdirSync(wheels, { recursive: true });
run("-m", "pip", "wheel", "-q", "--no-deps", "-w", wheels, ".");
run("-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", wheels, ...PLAY);
writeFileSync(join(wheels, "play.json"), JSON.stringify(readdirSync(wheels).filter((name) => name.endsWith(".whl")).sort()) + "\n");

const runtime = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
const pyodide = join(web, "public", "pyodide");
mkdirSync(pyodide, { recursive: true });
for (const name of ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"])
  copyFileSync(join(runtime, name), join(pyodide, name));

// A checkout's interpreter may not have the library installed; the wheel just built always has the types.
const types = run("-c", "from serviam_rules.cli import main; main(['schema', 'typescript'])");
writeFileSync(join(web, "src", "engine", "wire.d.ts"), types);
