import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { dayMs } from '@tuneport/domain/units/durations';
import { expect, test, vi } from 'vitest';
import { clearFormFolders, makeFormFolder, spoolFilePath } from './form-folders.ts';

test('form files of a dead process are removed after a day; everything else in that folder stays', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tuneport-test-'));
  vi.stubEnv('TMPDIR', home);
  try {
    const [old, young] = [await makeFormFolder(), await makeFormFolder()];
    writeFileSync(join(old, '0'), 'half');
    const others = ['tuneport-upload-s3-abc', 'somebody-else'].map((name) => join(home, name));
    for (const folder of others) mkdirSync(folder);
    const now = Date.now();
    for (const folder of [old, ...others]) utimesSync(folder, 0, new Date(now - 2 * dayMs));
    utimesSync(young, 0, new Date(now - dayMs + 60_000));
    expect(await clearFormFolders(dayMs)).toBe(1);
    expect(readdirSync(home).sort()).toEqual([...others, young].map((path) => basename(path)).sort());
  } finally {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  }
});

test('spool files of a dead process are removed; those of a running one and of other programs stay', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tuneport-test-'));
  vi.stubEnv('TMPDIR', home);
  try {
    const [old, fresh] = [spoolFilePath(), spoolFilePath()];
    const foreign = join(home, 'tuneport-piece-of-something-else');
    for (const path of [old, fresh, foreign]) writeFileSync(path, 'part');
    for (const path of [old, foreign]) utimesSync(path, 0, 0);
    expect(await clearFormFolders(3_600_000)).toBe(1);
    expect(readdirSync(home).sort()).toEqual([fresh, foreign].map((path) => basename(path)).sort());
  } finally {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  }
});

test('a process whose clock is two days ahead leaves the uploads of the others', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tuneport-test-'));
  vi.stubEnv('TMPDIR', home);
  const folder = await makeFormFolder();
  vi.useFakeTimers({ now: Date.now() + 2 * dayMs, toFake: ['Date'] });
  try {
    expect(await clearFormFolders(dayMs)).toBe(0);
    expect(readdirSync(home)).toEqual([basename(folder)]);
  } finally {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  }
});
