import { mount } from "svelte";
import Page from "./Page.svelte";
import { app } from "./app.svelte";
import "./theme.css";

await app.begin();
mount(Page, { target: document.getElementById("page")! });
