import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

// Seals what must be read again (a hash will not do), so that a copy of the database alone opens nothing.
// The key is SECRET_KEY, else a file in DATA_DIR: several machines must share the former.

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes + tagBytes;

export type SecretBox = {
  /** What is sealed for one purpose, such as `totp:42`, does not open for another. */
  seal(purpose: string, text: string): Buffer;
  /** null for anything this key did not seal for this purpose. */
  open(purpose: string, sealed: Uint8Array): string | null;
};

export function makeSecretBox(secret: string | Buffer): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tuneport secret box', 32));
  return {
    seal(purpose, text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < headBytes || bytes[0] !== version) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(1 + ivBytes, headBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

export const openSecretBox = (config: Pick<Config, 'secretKey' | 'dataDir'>): SecretBox =>
  makeSecretBox(config.secretKey ?? readKeyFile(config.dataDir));

/** Two processes that start at once on a new folder must end up with one key: the first link wins, both read it. */
function readKeyFile(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key');
  const known = readIfThere(path);
  if (known) return known;
  mkdirSync(dataDir, { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readIfThere(path) as Buffer;
}

function readIfThere(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== 32) throw new ConfigError(`${path} is damaged. Restore it from a backup, or set SECRET_KEY.`);
  return key;
}
