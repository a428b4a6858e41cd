/** The draft outside the state: saved in the browser, shared with other tabs, scored by the server. */

import { draftKey } from "../../storage";
import { parseDraft } from "../draft";
import * as change from "../state";
import type { Shared } from "./context";

const PREVIEW_AFTER = 120;

export class DraftSync {
  #requests = 0;
  #previewed = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly shared: Shared) {}

  /** Saves, scores and redraws after each change of the draft. */
  changed(): void {
    this.save();
    this.#schedulePreview();
    this.shared.context.redraw();
  }

  save(): void {
    const { state, context } = this.shared;
    const { viewer } = state.view;
    if (viewer === null) return;
    const text = state.rack.slots.length ? JSON.stringify(change.savedDraft(state)) : null;
    context.write(draftKey(state.id, viewer), text);
  }

  /** Restores the draft of an earlier visit. */
  load(value: string | null): void {
    const draft = parseDraft(value);
    if (draft) change.takeOver(this.shared.state, draft);
    if (this.shared.state.draft.length) this.#schedulePreview();
  }

  /** Takes over the draft of another tab. */
  receive(value: string | null): void {
    const draft = parseDraft(value);
    if (!draft) return;
    change.takeOver(this.shared.state, draft);
    this.#schedulePreview();
    this.shared.context.redraw();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Asks for the score of the draft, a moment after its last change. */
  #schedulePreview(): void {
    const { state } = this.shared;
    const subject = `${state.view.seq} ${JSON.stringify(state.draft)}`;
    if (subject === this.#previewed) return;
    this.#previewed = subject;
    clearTimeout(this.#timer);
    const request = ++this.#requests;
    state.preview = null;
    if (state.draft.length === 0) return;
    this.#timer = setTimeout(() => void this.#preview(request), PREVIEW_AFTER);
  }

  async #preview(request: number): Promise<void> {
    const { state, context, pass } = this.shared;
    const tiles = state.draft.map(({ x, y, tile, letter }) => ({ x, y, tile, letter }));
    const answer = await context.api.preview(state.id, { tiles }, pass).catch(() => null);
    if (request !== this.#requests || this.shared.closed) return;
    state.preview = answer;
    context.redraw();
  }
}
