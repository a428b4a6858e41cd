/** Tiles glide from where they were to where they are. */

export type Places = Map<string, DOMRect>;

/** Where each tile of the rack is on the screen now. */
export function places(root: ParentNode): Places {
  const found: Places = new Map();
  root.querySelectorAll<HTMLElement>("[data-slot]").forEach((element) => {
    const tile = element.querySelector(".tile");
    if (tile) found.set(element.dataset["slot"]!, tile.getBoundingClientRect());
  });
  return found;
}

/** Lets every tile that is elsewhere now come from where it was. */
export function glide(root: ParentNode, before: Places): void {
  root.querySelectorAll<HTMLElement>("[data-slot]").forEach((element) => {
    const from = before.get(element.dataset["slot"]!);
    const tile = element.querySelector<HTMLElement>(".tile");
    if (from && tile) glideFrom(tile, from);
  });
}

function glideFrom(tile: HTMLElement, from: DOMRect): void {
  const to = tile.getBoundingClientRect();
  const dx = from.left + from.width / 2 - to.left - to.width / 2,
    dy = from.top + from.height / 2 - to.top - to.height / 2;
  if (Math.hypot(dx, dy) < 3 || to.width === 0) return;
  const scale = from.width / to.width;
  tile.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 },
      { transform: getComputedStyle(tile).transform },
    ],
    { duration: 190, easing: "cubic-bezier(.2,.8,.3,1)" },
  );
}
