const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
let interacted: Promise<void> | undefined;

/**
 * The first sign of somebody at the page: for what nobody misses before it. A phone is busy enough while a page wakes up.
 */
export function onFirstInteraction(): Promise<void> {
  interacted ??= new Promise((resolve) => {
    if (window.scrollY > 0 || navigator.userActivation?.hasBeenActive) resolve();
    for (const sign of signs) window.addEventListener(sign, () => resolve(), { once: true, passive: true });
  });
  return interacted;
}
