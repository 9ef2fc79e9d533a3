/**
 * Places a popover below its button, or above if there is no space, inside the window. Set by script, because inline
 * styles are not allowed in HTML.
 */
export function placePopover(box: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = at.bottom + 4;
  const top = below + height > innerHeight - 8 && at.top - height - 4 > 8 ? at.top - height - 4 : below;
  const left = at.left + width > innerWidth - 8 ? Math.max(8, at.right - width) : at.left;
  box.style.top = `${top}px`;
  box.style.left = `${left}px`;
}
