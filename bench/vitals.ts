import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.mjs';

export type Vitals = { lcpMs: number; cls: number; blockedMs: number };

/**
 * A mid-range phone on a slow connection: 4× CPU slowdown, 150 ms latency, 1.6 Mbit/s. Lighthouse's settings for
 * mobile.
 */
const phone = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };

const watching = `
  window.seen = { lcpMs: 0, cls: 0, paintedMs: 0, tasks: [] };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => { window.seen.lcpMs = entry.startTime; });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') window.seen.paintedMs = entry.startTime;
  });
  watch('longtask', (entry) => { window.seen.tasks.push([entry.startTime, entry.startTime + entry.duration]); });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) window.seen.cls += entry.value; });
`;

type Seen = Pick<Vitals, 'lcpMs' | 'cls'> & { paintedMs: number; tasks: [startMs: number, endMs: number][] };

/** Total blocking time: the part of each task beyond 50 ms, from the first paint on. */
function blockedMs({ paintedMs, tasks }: Seen): number {
  const lasted = tasks.map(([start, end]) => end - Math.max(start, paintedMs));
  return lasted.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0);
}

/** Largest contentful paint, layout shift and blocking time, as measured by the browser. */
export async function vitalsOf(url: string): Promise<Vitals> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...phone });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript({ content: watching });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(3000);
    const seen = (await page.evaluate('window.seen')) as Seen;
    return { lcpMs: seen.lcpMs, cls: seen.cls, blockedMs: blockedMs(seen) };
  } finally {
    await browser.close();
  }
}
