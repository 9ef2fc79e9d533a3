// Logs in a real browser: time from dropping the file to the first curves, and the cost of a frame while panning and
// zooming.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.mjs';
import { tenMegabytes, writeLargeLog } from './logs.ts';

export type GraphFigures = {
  firstDrawnMs: number;
  /** The same for 200 MiB, which is at the limit of values. */
  largeDrawnMs: number;
  samples: number;
  /** 95th percentile of the time per frame while a million samples are panned and zoomed. */
  scriptP95Ms: number;
  frameP95Ms: number;
  framesPerSecond: number;
  /** The same for idle frames: the overhead of the machine. */
  idleFrameP95Ms: number;
};

const drawn = "document.querySelector('[data-testid=curves]')?.dataset.drawn !== undefined";
const frames = 120;

/** Half a million rows with two channels. */
function millionSamples(): { file: Buffer; samples: number } {
  const rows = 500_000;
  const lines = ['Time (sec),Engine RPM (rpm),Boost (kPa)'];
  for (let row = 0; row < rows; row += 1)
    lines.push(`${(row / 100).toFixed(2)},${800 + ((row * 7919) % 6000)},${((row * 31) % 260) - 60}`);
  return { file: Buffer.from(lines.join('\n')), samples: rows * 2 };
}

/** Measured from the drop event; the file is transferred to the browser before. */
async function drop(page: Page, origin: string, file: Buffer | string): Promise<number> {
  await page.goto(`${origin}/graph`);
  const input = page.getByLabel('Drop a log here, or choose it');
  await input.waitFor({ state: 'attached' });
  await page.waitForTimeout(1000);
  await page.evaluate(`void (window.took = new Promise((resolve) =>
    document.querySelector('input[type=file]').addEventListener('change', () => {
      const givenAt = performance.now();
      const look = () => (${drawn} ? resolve(performance.now() - givenAt) : requestAnimationFrame(look));
      look();
    }, { capture: true, once: true })))`);
  await input.setInputFiles(typeof file === 'string' ? file : { name: 'run.csv', mimeType: 'text/csv', buffer: file });
  return page.evaluate<number>('window.took');
}

async function dropLarge(page: Page, origin: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tuneport-large-log-'));
  try {
    writeLargeLog(join(folder, 'run.csv'));
    return await drop(page, origin, join(folder, 'run.csv'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const p95 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length;

/** Sends one wheel event per frame, zooming and panning, and measures the cost. */
async function moveAbout(page: Page, isIdle: boolean): Promise<{ script: number[]; frame: number[] }> {
  return page.evaluate(`new Promise((resolve) => {
    const canvas = [...document.querySelectorAll('canvas')].at(-1);
    const box = canvas.getBoundingClientRect();
    const [script, frame] = [[], []];
    const ask = window.requestAnimationFrame;
    let spent = 0;
    window.requestAnimationFrame = (act) => ask((now) => {
      const begun = performance.now();
      act(now);
      spent += performance.now() - begun;
    });
    let last = 0;
    let nth = 0;
    const step = (now) => {
      if (nth > 2) { frame.push(now - last); script.push(spent); }
      spent = 0;
      last = now;
      nth += 1;
      if (nth > ${frames}) { window.requestAnimationFrame = ask; return resolve({ script, frame }); }
      if (!${isIdle}) {
        const begun = performance.now();
        canvas.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: box.left + box.width / 2,
          clientY: box.top + 40, ...(nth % 3 === 0 ? { deltaX: 60 } : { deltaY: nth % 60 < 30 ? -40 : 40 }) }));
        spent += performance.now() - begun;
      }
      ask(step);
    };
    ask(step);
  })`);
}

export async function graphFigures(origin: string): Promise<GraphFigures> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) times.push(await drop(page, origin, Buffer.from(tenMegabytes())));
    const largeDrawnMs = await dropLarge(page, origin);
    const { file, samples } = millionSamples();
    await drop(page, origin, file);
    await page.waitForTimeout(1000);
    const idle = await moveAbout(page, true);
    // The best of three, to exclude other load on the same cores.
    const moved = [await moveAbout(page, false), await moveAbout(page, false), await moveAbout(page, false)];
    return {
      firstDrawnMs: Math.min(...times),
      largeDrawnMs,
      samples,
      scriptP95Ms: Math.min(...moved.map(({ script }) => p95(script))),
      frameP95Ms: Math.min(...moved.map(({ frame }) => p95(frame))),
      framesPerSecond: Math.max(...moved.map(({ frame }) => 1000 / mean(frame))),
      idleFrameP95Ms: p95(idle.frame),
    };
  } finally {
    await browser.close();
  }
}
