import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { keyFilePath, keyFileStamp, readKeyFile, readKeysIfThere } from './secret-key-file.ts';
import { secretOf } from './secret-key-text.ts';

// Encrypts values that must be readable again (unlike a hash), so that a copy of the database alone reveals nothing.
// The keys are those of SECRET_KEY, else of a file in DATA_DIR: several machines must share the former. Format: version
// 2, key id (4), nonce (12), tag (16), text. Version 1 has no key id: every key is tried.

const version = 2;
const versionWithoutKeyId = 1;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
/** How long a process uses the keys it knows before it checks the key file again. */
export const keyFileCheckMs = 1_000;
/**
 * The same for an unknown key id: another process may just have rotated the key. Limited, because anyone can send such
 * bytes.
 */
const unknownKeyCheckMs = 50;

export type SecretBox = {
  /** Values encrypted for one purpose, such as `totp:42`, do not open for another. */
  seal(purpose: string, text: string): Buffer;
  /** null unless a known key encrypted it for this purpose. */
  open(purpose: string, sealed: Uint8Array): string | null;
  /** The encrypting key first, then decrypt-only ones. */
  keyIds(): string[];
  /** The prefix of everything encrypted with the current key. */
  sealedPrefix(): Buffer;
};

type Key = { readonly id: Buffer; readonly bytes: Buffer };

/** The id of the key that encrypted these bytes; null for the format before key ids. */
export const sealingKeyId = (sealed: Uint8Array): string | null =>
  sealed[0] === version ? Buffer.from(sealed.subarray(1, 1 + keyIdBytes)).toString('hex') : null;

export const makeSecretBox = (...secrets: readonly (string | Buffer)[]): SecretBox => {
  const keys = secrets.map(deriveKey);
  return boxOf(() => keys);
};

export function openSecretBox({ secretKeys, dataDir }: Pick<Config, 'secretKeys' | 'dataDir'>): SecretBox {
  if (secretKeys) return makeSecretBox(...secretKeys);
  let keys = readKeyFile(dataDir).map(deriveKey);
  let stamp = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  const reload = () => {
    // Taken before the keys are read: a file that changes in between is read again at the next check.
    const newStamp = keyFileStamp(dataDir);
    if (newStamp === stamp) return;
    const read = readKeysIfThere(keyFilePath(dataDir));
    if (!read) return;
    keys = read.map(deriveKey);
    stamp = newStamp;
  };
  return boxOf((isKeyIdUnknown) => {
    if (performance.now() - checkedAt > (isKeyIdUnknown ? unknownKeyCheckMs : keyFileCheckMs)) {
      checkedAt = performance.now();
      try {
        reload();
      } catch {
        // A file that is missing or damaged for a moment must not stop a process that knows its keys.
      }
    }
    return keys;
  });
}

function deriveKey(given: string | Buffer): Key {
  const secret = typeof given === 'string' ? secretOf(given) : given;
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'tuneport secret box', 32));
  return { bytes, id: Buffer.from(hkdfSync('sha256', secret, '', 'tuneport key id', keyIdBytes)) };
}

function boxOf(keys: (isKeyIdUnknown?: boolean) => readonly Key[]): SecretBox {
  const current = () => {
    const [key] = keys();
    if (!key) throw new Error('There is no encryption key.');
    return key;
  };
  const sealedPrefix = () => Buffer.concat([Buffer.of(version), current().id]);
  return {
    sealedPrefix,
    keyIds: () => keys().map(({ id }) => id.toString('hex')),
    seal(purpose, text) {
      const { id, bytes } = current();
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), id, nonce, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] === versionWithoutKeyId) {
        for (const key of keys()) {
          const text = decrypt(key, purpose, bytes.subarray(1));
          if (text !== null) return text;
        }
        return null;
      }
      if (bytes[0] !== version) return null;
      const id = bytes.subarray(1, 1 + keyIdBytes);
      const matches = (known: Key) => known.id.equals(id);
      const key = keys().find(matches) ?? keys(true).find(matches);
      return key ? decrypt(key, purpose, bytes.subarray(1 + keyIdBytes)) : null;
    },
  };
}

function decrypt(key: Key, purpose: string, bytes: Buffer): string | null {
  const headBytes = nonceBytes + tagBytes;
  if (bytes.length < headBytes) return null;
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(nonceBytes, headBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
