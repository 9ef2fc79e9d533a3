// What the contact button needs after the first interaction.

export { supportStatus } from '@tuneport/domain/support/support-hours';

const restMs = 150;
const controls = 'a, button, input, select, textarea, summary, label';
/** A higher one is a card, of which the button covers only a corner. */
const controlHeightMax = 96;

/** Whether a control of the page is below the button. */
function isOverControl(button: Element): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const own = button.parentElement;
  return [left + 2, (left + right) / 2, right - 2].some((x) =>
    [top + 2, (top + bottom) / 2, bottom - 2].some((y) =>
      document.elementsFromPoint(x, y).some((found) => {
        const control = own?.contains(found) ? null : found.closest(controls);
        return control !== null && control.getBoundingClientRect().height <= controlHeightMax;
      }),
    ),
  );
}

let watched: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function look(): void {
  const button = watched?.querySelector(':scope > button');
  const isPhone = window.matchMedia('(max-width: 600px)').matches;
  const hidden = isPhone && button instanceof Element && document.activeElement !== button && isOverControl(button);
  watched?.toggleAttribute('data-hidden', hidden);
}

function later(): void {
  clearTimeout(timer);
  timer = setTimeout(look, restMs);
}

/** On a phone the contact button is hidden while the page rests with one of its controls below it. */
export function hideOverControls(widget: HTMLElement | null): void {
  if (!watched) {
    for (const event of ['scroll', 'resize']) window.addEventListener(event, later, { passive: true });
    new MutationObserver(later).observe(document.body, { childList: true, subtree: true });
  }
  watched = widget;
  later();
}
