import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followRecord } from './live-record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Act = (message: { data: string }) => void;
class FakeStream {
  readonly acts = new Map<string, Act>();
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  addEventListener(event: string, act: Act): void {
    this.acts.set(event, act);
  }
  close(): void {
    this.closed = true;
  }
  emit(event: string, data = ''): void {
    this.acts.get(event)?.({ data });
  }
}

function fakeBrowser() {
  const streams: FakeStream[] = [];
  let hidden = false;
  let update = () => {};
  return {
    streams,
    open: () => {
      const stream = new FakeStream();
      streams.push(stream);
      return stream as unknown as EventSource;
    },
    isHidden: () => hidden,
    onVisibility: (act: () => void) => {
      update = act;
      return () => {
        update = () => {};
      };
    },
    random: () => 0.5,
    hide(now: boolean) {
      hidden = now;
      update();
    },
    /** Number of open streams. */
    count: () => streams.filter(({ closed }) => !closed).length,
  };
}

const record = () => ({
  address: '/live',
  poll: vi.fn(async () => true),
  onVersion: vi.fn(),
  onGone: vi.fn(),
});

test('a stream is opened once, its messages are forwarded, and polling stops', () => {
  const [page, shown] = [fakeBrowser(), record()];
  const stop = followRecord(shown, page);
  page.streams[0]?.onopen?.();
  page.streams[0]?.emit('version', '7');
  vi.advanceTimersByTime(60_000);
  expect(shown.onVersion.mock.calls).toEqual([['7']]);
  expect(shown.poll).not.toHaveBeenCalled();
  stop();
  expect(page.count()).toBe(0);
  expect(page.streams).toHaveLength(1);
});

test('without a stream it polls every five seconds and reconnects with increasing delay', () => {
  const [page, shown] = [fakeBrowser(), record()];
  const stop = followRecord(shown, page);
  const opened: number[] = [];
  for (let second = 0; second < 180; second += 1) {
    const last = page.streams.at(-1);
    if (last && !last.closed) {
      opened.push(second);
      last.onerror?.();
    }
    vi.advanceTimersByTime(1000);
  }
  expect(opened).toEqual([0, 2, 6, 14, 30, 62, 122]);
  expect(shown.poll).toHaveBeenCalledTimes(36);
  vi.advanceTimersByTime(60_000);
  page.streams.at(-1)?.onopen?.();
  shown.poll.mockClear();
  vi.advanceTimersByTime(60_000);
  expect(shown.poll, 'a stream that opens ends the polling').not.toHaveBeenCalled();
  page.streams.at(-1)?.onerror?.();
  vi.advanceTimersByTime(2000);
  expect(page.count(), 'and the retry delay starts over').toBe(1);
  stop();
});

test('a hidden page neither streams nor polls, and resumes when visible', () => {
  const [page, shown] = [fakeBrowser(), record()];
  const stop = followRecord(shown, page);
  page.streams[0]?.onerror?.();
  page.hide(true);
  vi.advanceTimersByTime(300_000);
  expect([page.count(), shown.poll.mock.calls.length]).toEqual([0, 0]);
  page.hide(false);
  expect(page.count()).toBe(1);
  page.hide(false);
  expect(page.count()).toBe(1);
  stop();
  page.hide(false);
  expect(page.count()).toBe(0);
});

test('a record that is no longer accessible is not requested again', async () => {
  const [page, shown] = [fakeBrowser(), record()];
  followRecord(shown, page);
  page.streams[0]?.emit('gone');
  expect(shown.onGone).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(300_000);
  page.hide(false);
  expect([page.count(), shown.poll.mock.calls.length]).toEqual([0, 0]);

  const endedRecord = { ...record(), poll: vi.fn(async () => false) };
  followRecord(endedRecord, page);
  page.streams.at(-1)?.onerror?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(endedRecord.poll.mock.calls.length).toBeLessThanOrEqual(1);
  expect(page.count()).toBe(0);
});
