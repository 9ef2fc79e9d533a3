const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
let interacted: Promise<void> | undefined;

/** Resolves on the first user interaction: for work not needed before, since hydration keeps a phone busy enough. */
export function onFirstInteraction(): Promise<void> {
  interacted ??= new Promise((resolve) => {
    if (window.scrollY > 0 || navigator.userActivation?.hasBeenActive) resolve();
    for (const sign of signs) window.addEventListener(sign, () => resolve(), { once: true, passive: true });
  });
  return interacted;
}
