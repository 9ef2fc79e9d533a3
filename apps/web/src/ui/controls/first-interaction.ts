const eventNames = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
let interacted: Promise<void> | undefined;

/** A browser also reports a move when the page under a resting pointer changes. */
const isByUser = (event: Event) =>
  event.type !== 'pointermove' || (event as PointerEvent).movementX !== 0 || (event as PointerEvent).movementY !== 0;

/** Resolves on the first user interaction: for work not needed before, since hydration keeps a phone busy enough. */
export function onFirstInteraction(): Promise<void> {
  interacted ??= new Promise((resolve) => {
    if (window.scrollY > 0) resolve();
    const stop = new AbortController();
    const onEvent = (event: Event) => {
      if (!isByUser(event)) return;
      stop.abort();
      resolve();
    };
    for (const name of eventNames) window.addEventListener(name, onEvent, { passive: true, signal: stop.signal });
  });
  return interacted;
}
