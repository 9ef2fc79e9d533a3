import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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
    const before = new Date('2026-01-02T00:00:00Z');
    for (const folder of [old, ...others]) utimesSync(folder, 0, new Date('2026-01-01T00:00:00Z'));
    utimesSync(young, 0, before);
    expect(await clearFormFolders(before)).toBe(1);
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
    expect(await clearFormFolders(new Date(Date.now() - 3_600_000))).toBe(1);
    expect(readdirSync(home).sort()).toEqual([fresh, foreign].map((path) => basename(path)).sort());
  } finally {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  }
});
