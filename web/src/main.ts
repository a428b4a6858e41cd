import { mount } from "svelte";
import Page from "./Page.svelte";
import { app } from "./app.svelte";
import "./theme.css";

const target = document.getElementById("page")!;
try {
  await app.begin();
  mount(Page, { target });
  if (import.meta.env.PROD) void navigator.serviceWorker?.register("sw.js").catch(() => undefined);
} catch {
  // The texts of the reader's language are what could not be loaded.
  target.textContent = "Quixotry could not be loaded: the server cannot be reached. Load this page again.";
}
