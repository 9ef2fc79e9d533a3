import { expect, test } from 'vitest';
import { canTryAgain, errorTitle, heldBy, nextToSend, type QueueItem, stateText, tooBig } from './queue-state.ts';

let number = 0;
function item(kind: 'tune' | 'log' | 'other', part: Partial<QueueItem> = {}): QueueItem {
  number += 1;
  return {
    id: String(number),
    name: `file-${number}`,
    sizeBytes: 1000,
    state: 'waiting',
    sentBytes: 0,
    inspected: {
      sniffed: { kind, format: '', material: 'image', by: 'content' },
      identified: null,
      sha256: null,
    },
    ...part,
  };
}
const ready = { agreed: true, signedIn: true };

test('two files are sent at once, oldest first, and the next when one is done (S414)', () => {
  const items = [item('tune'), item('log'), item('tune'), item('tune')];
  expect(nextToSend(items, ready)).toEqual(items.slice(0, 2));
  const [one, two, three, four] = items as [QueueItem, QueueItem, QueueItem, QueueItem];
  expect(nextToSend([{ ...one, state: 'sending' }, { ...two, state: 'sending' }, three, four], ready)).toEqual([]);
  expect(nextToSend([{ ...one, state: 'done' }, { ...two, state: 'sending' }, three, four], ready)).toEqual([three]);
});

test('nothing is sent before the terms are accepted, then all waiting files start (S229 S230)', () => {
  const items = [item('tune'), item('log')];
  expect(nextToSend(items, { agreed: false, signedIn: true })).toEqual([]);
  expect(items.map((one) => stateText(one, { agreed: false, signedIn: true }))).toEqual([
    'Waiting for you to agree to the terms',
    'Waiting for you to agree to the terms',
  ]);
  expect(nextToSend(items, ready)).toEqual(items);
});

test('a visitor can send logs; only a tune file waits for the login', () => {
  const [tune, log, odd] = [item('tune'), item('log'), item('other')];
  const visitor = { agreed: true, signedIn: false };
  expect(nextToSend([tune, log, odd], visitor)).toEqual([log, odd]);
  expect([heldBy(tune, visitor), heldBy(log, visitor)]).toEqual(['login', null]);
  expect(stateText(tune, visitor)).toBe('Waiting for your e-mail address');
});

test('a tune file whose owner was logged out waits for the login and lets the next one pass', () => {
  const [tune, log] = [item('tune', { loggedOut: true, sentBytes: 500 }), item('log')];
  expect(nextToSend([tune, log], ready)).toEqual([log]);
  expect(stateText(tune, ready)).toBe('Waiting for you to log in');
});

test('a paused or failed file does not occupy a slot', () => {
  const items = [item('tune', { state: 'paused' }), item('tune', { state: 'failed' }), item('tune'), item('tune')];
  expect(nextToSend(items, ready)).toEqual(items.slice(2));
});

test('an error names the file type, and a file that is too large is refused before it is sent (S402 S403)', () => {
  expect([errorTitle(item('tune')), errorTitle(item('log')), errorTitle(item('other'))]).toEqual([
    'Error uploading tune file',
    'Error uploading log',
    'Error uploading log',
  ]);
  expect(tooBig(item('tune', { sizeBytes: 64 * 1024 * 1024 }))).toBeNull();
  expect(tooBig(item('tune', { sizeBytes: 64 * 1024 * 1024 + 1 }))).toBe(
    'A tune file can be up to 64 MiB. Nothing was sent.',
  );
  expect(tooBig(item('log', { sizeBytes: 257 * 1024 * 1024 }))).toBe('A log can be up to 256 MiB. Nothing was sent.');
});

test('a failed upload can be retried unless the file itself is the cause', () => {
  expect(canTryAgain(item('tune', { state: 'failed' }))).toBe(true);
  expect(canTryAgain(item('tune', { state: 'failed', sizeBytes: 65 * 1024 * 1024 }))).toBe(false);
  expect(canTryAgain(item('other', { state: 'failed', sizeBytes: 0 }))).toBe(false);
  expect(canTryAgain(item('tune', { state: 'sending' }))).toBe(false);
});
