import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../platform/storage.ts';

// What one person arranged in the rail, on this device.

type RecentPage = { readonly to: string; readonly title: string };
type RailMemory = {
  readonly pins: readonly string[];
  /** Groups the person opened. */
  readonly open: readonly string[];
  readonly recent: readonly RecentPage[];
};

const recentMax = 8;
const empty: RailMemory = { pins: [], open: [], recent: [] };
const keyOf = (userId: number) => `tuneport.office.${userId}`;

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

const isPage = (value: unknown): value is RecentPage =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  'title' in value &&
  typeof value.title === 'string' &&
  typeof value.to === 'string' &&
  value.to.startsWith('/');

/** Stored content may be from another version. */
export function memoryFrom(stored: unknown): RailMemory {
  if (typeof stored !== 'object' || stored === null) return empty;
  const { pins, open, recent } = stored as Record<string, unknown>;
  return { pins: texts(pins), open: texts(open), recent: Array.isArray(recent) ? recent.filter(isPage) : [] };
}

const toggled = (list: readonly string[], one: string): string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

export const withRecent = (recent: readonly RecentPage[], page: RecentPage): RecentPage[] =>
  [page, ...recent.filter(({ to }) => to !== page.to)].slice(0, recentMax);

let owner: number | null = null;
let memory = empty;
const listeners = new Set<() => void>();

function load(userId: number | null): void {
  if (userId === owner) return;
  owner = userId;
  memory = userId === null ? empty : memoryFrom(readStored(keyOf(userId)));
}

function change(next: Partial<RailMemory>): void {
  memory = { ...memory, ...next };
  if (owner !== null) writeStored(keyOf(owner), memory);
  for (const listener of listeners) listener();
}

export const togglePin = (to: string): void => change({ pins: toggled(memory.pins, to) });
export const toggleOpen = (title: string): void => change({ open: toggled(memory.open, title) });
export const rememberPage = (page: RecentPage): void => change({ recent: withRecent(memory.recent, page) });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useRailMemory(userId: number | null): RailMemory {
  return useSyncExternalStore(
    subscribe,
    () => {
      load(userId);
      return memory;
    },
    () => empty,
  );
}
