import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config.ts';

// `secret.key` in DATA_DIR, for installations without SECRET_KEY: one key per line, the first one encrypts.

const keyBytes = 32;
export const keyFilePath = (dataDir: string): string => join(dataDir, 'secret.key');

/**
 * All keys, the encrypting one first. Two processes that start concurrently on a new folder end up with one key: the
 * first link wins.
 */
export function readKeyFile(dataDir: string): Buffer[] {
  const path = keyFilePath(dataDir);
  const known = readKeysIfThere(path);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
  const draft = writeDraft(path, [newKey()]);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKeysIfThere(path) as Buffer[];
}

export const newKey = (): Buffer => randomBytes(keyBytes);

export function writeKeyFile(path: string, keys: readonly Buffer[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  renameSync(writeDraft(path, keys), path);
  syncFolder(dirname(path));
}

/** Changes whenever the file does. */
export function keyFileStamp(dataDir: string): string {
  const found = statSync(keyFilePath(dataDir), { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
}

export function readKeysIfThere(path: string): Buffer[] | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}. Restore it, or set SECRET_KEY.`);
  }
  const keys = text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => Buffer.from(line, 'base64url'));
  if (keys.some((key) => key.length !== keyBytes))
    throw new ConfigError(`${path} is damaged. Restore it from a backup, or set SECRET_KEY.`);
  return keys;
}

function writeDraft(path: string, keys: readonly Buffer[]): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const text = keys.map((key) => `${key.toString('base64url')}\n`).join('');
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  return draft;
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
