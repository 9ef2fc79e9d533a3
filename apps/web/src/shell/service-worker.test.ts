import { afterEach, expect, test, vi } from 'vitest';
import { watchServiceWorker } from './service-worker.ts';

// Mock of the browser objects the watcher uses.
function browser(register: () => Promise<object>) {
  const listeners: Record<string, () => void> = {};
  const onScreen = vi.fn();
  vi.stubGlobal('window', { addEventListener: (name: string, listener: () => void) => (listeners[name] = listener) });
  vi.stubGlobal('navigator', { serviceWorker: { register, controller: {} } });
  vi.stubGlobal('document', new Proxy({}, { get: onScreen }));
  return { listeners, onScreen };
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('being offline is only logged (S412)', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  const onUpdate = vi.fn();
  const { listeners, onScreen } = browser(async () => ({ waiting: null, addEventListener: () => {} }));
  await watchServiceWorker(onUpdate);
  listeners.offline?.();
  expect(log).toHaveBeenCalledOnce();
  expect(onUpdate).not.toHaveBeenCalled();
  expect(onScreen).not.toHaveBeenCalled();
});

test('a service worker that cannot be registered is only logged (S413)', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const onUpdate = vi.fn();
  const { onScreen } = browser(() => Promise.reject(new TypeError('blocked')));
  await expect(watchServiceWorker(onUpdate)).resolves.toBeUndefined();
  expect(log).toHaveBeenCalledOnce();
  expect(onUpdate).not.toHaveBeenCalled();
  expect(onScreen).not.toHaveBeenCalled();
});

test('a worker that waits while an older one controls the page is an update', async () => {
  const waiting = {};
  const onUpdate = vi.fn();
  browser(async () => ({ waiting, addEventListener: () => {} }));
  await watchServiceWorker(onUpdate);
  expect(onUpdate).toHaveBeenCalledExactlyOnceWith(waiting);
});
