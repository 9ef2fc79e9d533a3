import { expect, test } from 'vitest';
import { draftName, dropOldDrafts, readDraft, writeDraft } from './drafts.ts';

function memory(max = Infinity): Storage {
  const map = new Map<string, string>();
  return {
    get length() {
      return map.size;
    },
    key: (at) => [...map.keys()][at] ?? null,
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, text) => {
      if (!map.has(name) && map.size >= max) throw new Error('QuotaExceededError');
      map.set(name, text);
    },
    removeItem: (name) => void map.delete(name),
    clear: () => map.clear(),
  };
}
const day = 86_400_000;
const now = 100 * day;

test('a draft belongs to one person and one form', () => {
  const storage = memory();
  writeDraft(storage, draftName('7', '/admin/alerts?open=1'), { text: 'Typed' }, now);
  expect(readDraft(storage, draftName('7', '/admin/alerts?open=1'), now)?.values).toEqual({ text: 'Typed' });
  expect(readDraft(storage, draftName('8', '/admin/alerts?open=1'), now)).toBeNull();
  expect(readDraft(storage, draftName('7', '/admin/alerts?open=2'), now)).toBeNull();
});

test('a draft without values, an old one and a damaged one are removed', () => {
  const storage = memory();
  writeDraft(storage, 'tuneport.draft.7.a', { text: 'Typed' }, now);
  writeDraft(storage, 'tuneport.draft.7.a', {}, now);
  writeDraft(storage, 'tuneport.draft.7.b', { text: 'Typed' }, now - 15 * day);
  storage.setItem('tuneport.draft.7.c', '{"at":');
  for (const name of ['a', 'b', 'c']) expect(readDraft(storage, `tuneport.draft.7.${name}`, now)).toBeNull();
  expect(storage.length).toBe(0);
});

test('a full storage drops the oldest drafts and nothing else', () => {
  const storage = memory(3);
  storage.setItem('theme', 'dark');
  writeDraft(storage, 'tuneport.draft.7.old', { text: '1' }, now - 2 * day);
  writeDraft(storage, 'tuneport.draft.7.newer', { text: '2' }, now - day);
  dropOldDrafts(storage, 0, now);
  expect(storage.length).toBe(3);
  dropOldDrafts(storage, 0.5, now);
  expect([storage.getItem('theme'), storage.getItem('tuneport.draft.7.old')]).toEqual(['dark', null]);
  expect(storage.getItem('tuneport.draft.7.newer')).not.toBeNull();
});
