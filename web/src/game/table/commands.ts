/** Sends the player's commands to the server. */

import { ApiError, codeOf, commandId } from "../../api";
import type { Command } from "../../types";
import { axisOf } from "../draft";
import * as change from "../state";
import { mayDraft } from "../state";
import { type Shared, showError } from "./context";
import type { DraftSync } from "./draft-sync";
import type { Updates } from "./updates";

type SentCommand = Command & { id: string; seen: number };

export class Commands {
  constructor(
    private readonly shared: Shared,
    private readonly draft: DraftSync,
    private readonly updates: Updates,
  ) {}

  async play(): Promise<void> {
    const { state, context } = this.shared;
    const { draft } = state;
    if (!mayDraft(state)) return;
    if (draft.length === 0) return context.notice(context.texts().game.noneLaid);
    const tiles = draft.map(({ x, y, tile, letter }) => ({ x, y, tile, letter }));
    const axis = axisOf(draft);
    await this.send({ type: "play", tiles, ...(axis ? { axis } : {}) });
  }

  async swap(): Promise<void> {
    const { state, context } = this.shared;
    const chosen = state.swapping;
    if (!chosen || chosen.size === 0) return context.notice(context.texts().game.noneChosen);
    const tiles = state.rack.slots.filter((slot) => chosen.has(slot.id)).map((slot) => slot.tile);
    await this.send({ type: "exchange", tiles });
  }

  /** Sends a command. A refused play shakes the draft and returns it to the rack. */
  async send(command: Command): Promise<boolean> {
    const { state, context } = this.shared;
    if (state.sending) return false;
    state.sending = true;
    context.redraw();
    try {
      await this.#send(command);
      return true;
    } catch (error) {
      this.#refused(error, command);
      return false;
    } finally {
      state.sending = false;
      context.redraw();
    }
  }

  async #send(command: Command): Promise<void> {
    const { state } = this.shared;
    const answer = await this.#sendWithRetries({ ...command, id: commandId(), seen: state.view.seq });
    await this.updates.refresh(answer.seq);
    if (command.type === "play") {
      state.draft = [];
      this.draft.save();
    }
    state.swapping = null;
  }

  /** Sends a request that did not arrive again with the same id, so that it never counts twice. */
  async #sendWithRetries(command: SentCommand): Promise<{ seq: number }> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.shared.context.api.command(this.shared.state.id, command, this.shared.pass);
      } catch (error) {
        const code = codeOf(error);
        if (code === "stale" && tries < 3) command = await this.#renew(command);
        else if (code === "offline" && tries < 2) await new Promise((go) => setTimeout(go, 600));
        else throw error;
      }
    }
  }

  /** The game changed but not the turn, for example because a player joined: the command still means the same. */
  async #renew(command: SentCommand): Promise<SentCommand> {
    const { state } = this.shared;
    const { turns } = state.view;
    await this.updates.refresh();
    if (state.view.turns !== turns) throw new ApiError(409, "stale", "stale");
    return { ...command, id: commandId(), seen: state.view.seq };
  }

  #refused(error: unknown, command: Command): void {
    const { context } = this.shared;
    context.announce(showError(this.shared, error));
    context.sound("refused");
    if (command.type === "play" && error instanceof ApiError && error.status === 422) this.#shakeAndRecall();
    if (codeOf(error) === "stale") void this.updates.refresh();
  }

  #shakeAndRecall(): void {
    const { state, context } = this.shared;
    state.refusals++;
    context.redraw();
    setTimeout(() => {
      if (this.shared.closed) return;
      change.recall(state);
      this.draft.changed();
    }, 520);
  }
}
