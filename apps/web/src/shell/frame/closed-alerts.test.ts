import { beforeEach, expect, test } from 'vitest';
import { closeAlert, openAlerts, readClosed } from './closed-alerts.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  globalThis.localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as unknown as Storage;
});

const alerts = [{ id: 1 }, { id: 2 }, { id: 3 }];

test('the ids of closed alerts are stored in a list, and those alerts stay hidden (S184 S185)', () => {
  closeAlert(2, alerts);
  closeAlert(2, alerts);
  expect(readClosed(alerts)).toEqual([2]);
  expect(openAlerts(alerts, readClosed(alerts))).toEqual([{ id: 1 }, { id: 3 }]);
});

test('an id the server no longer lists is removed', () => {
  closeAlert(1, alerts);
  closeAlert(3, alerts);
  expect(readClosed([{ id: 3 }])).toEqual([3]);
  expect(readClosed(alerts)).toEqual([3]);
});

test('invalid storage content is ignored', () => {
  for (const junk of ['{"a":1}', 'broken', '["1",null,2.5]']) {
    stored.set('tuneport.closed-alerts', junk);
    expect(readClosed(alerts)).toEqual([]);
  }
});
