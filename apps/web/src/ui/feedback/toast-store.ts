import type { Tone } from './Notice.tsx';

export type Toast = {
  id: number;
  tone: Tone;
  text: string;
  action?: { label: string; onSelect: () => void };
};

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const shownMax = 4;

const notify = () => {
  for (const listener of listeners) listener();
};

/** Shows a short message from anywhere. A `bad` one stays until closed; the others disappear. */
export function toast(text: string, options: { tone?: Tone; action?: Toast['action'] } = {}): number {
  const id = nextId++;
  toasts = [...toasts, { id, tone: options.tone ?? 'good', text, action: options.action }].slice(-shownMax);
  notify();
  return id;
}

export function dismissToast(id: number): void {
  toasts = toasts.filter((t) => t.id !== id);
  notify();
}

const none: readonly Toast[] = [];

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  get: () => toasts,
  getOnServer: () => none,
};
