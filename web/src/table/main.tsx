import { render } from "preact";

import { App } from "./app";
import "./style.css";

const app = document.getElementById("app");
if (app) render(<App base={new URL("./", document.baseURI)} />, app);
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register(new URL("./offline.js", document.baseURI));
