/** Calls back when a newer version of the site is waiting. Errors are only logged: the site works without a worker. */
export async function watchServiceWorker(onUpdate: (waiting: ServiceWorker) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  window.addEventListener('offline', () => console.info('You are offline. What was loaded before is still available.'));
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    const announceUpdate = (worker: ServiceWorker | null) => {
      // Without a controller this is the first visit: there is no newer version.
      if (worker && navigator.serviceWorker.controller) onUpdate(worker);
    };
    announceUpdate(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed') announceUpdate(worker);
      });
    });
  } catch (error) {
    console.error('The service worker could not be registered.', error);
  }
}

/** The only place that attaches the reload handler, so that no page reloads by itself. */
export function refreshTo(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  waiting.postMessage('take over');
}
