import { dayMs } from '@tuneport/domain/units/durations';
import type { FormValues } from '../merge.ts';

// Typed values that were not saved, kept in the browser per person, so that a closed tab, an expired login or a lost
// connection loses nothing.

export type Draft = { readonly at: number; readonly values: FormValues };

const prefix = 'tuneport.draft.';
const expiresAfterMs = 14 * dayMs;

export const draftName = (owner: string, form: string) => `${prefix}${owner}.${form}`;

function parsed(text: string | null, now: number): Draft | null {
  try {
    const draft = JSON.parse(text ?? '') as Draft;
    const isDraft = typeof draft?.at === 'number' && typeof draft.values === 'object' && draft.values !== null;
    return isDraft && now - draft.at < expiresAfterMs ? draft : null;
  } catch {
    return null;
  }
}

export function readDraft(storage: Storage, name: string, now: number): Draft | null {
  const draft = parsed(storage.getItem(name), now);
  if (!draft) storage.removeItem(name);
  return draft;
}

export function writeDraft(storage: Storage, name: string, values: FormValues, now: number): void {
  if (Object.keys(values).length === 0) {
    storage.removeItem(name);
    return;
  }
  const text = JSON.stringify({ at: now, values });
  try {
    storage.setItem(name, text);
  } catch {
    // Full: older drafts make room.
    dropOldDrafts(storage, 0.5);
    storage.setItem(name, text);
  }
}

/** Removes expired drafts, and of the others the oldest `share`. */
export function dropOldDrafts(storage: Storage, share = 0, now = Date.now()): void {
  const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((name) =>
    name.startsWith(prefix),
  );
  const byAge = names
    .map((name) => ({ name, at: parsed(storage.getItem(name), now)?.at ?? 0 }))
    .sort((a, b) => a.at - b.at);
  const expired = byAge.filter(({ at }) => at === 0).length;
  for (const { name } of byAge.slice(0, Math.max(expired, Math.ceil(byAge.length * share)))) storage.removeItem(name);
}

/** Storage may be blocked. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
