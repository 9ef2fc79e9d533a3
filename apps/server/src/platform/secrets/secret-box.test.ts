import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { makeSecretBox, openSecretBox } from './secret-box.ts';
import { keyFilePath, newKey, readKeyFile, writeKeyFile } from './secret-key-file.ts';

const [oldKey, newOne, third] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)] as const;
const folders: string[] = [];
const dataDir = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuneport-keys-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The format before key ids. */
function sealWithoutKeyId(secret: string, purpose: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tuneport secret box', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]);
}

test('a secret box seals with the first key and opens with every key it has', () => {
  const before = makeSecretBox(oldKey).seal('totp:1', 'secret');
  const both = makeSecretBox(newOne, oldKey);
  expect(both.open('totp:1', before)).toBe('secret');
  const after = both.seal('totp:1', 'secret');
  expect(makeSecretBox(newOne).open('totp:1', after)).toBe('secret');
  expect(makeSecretBox(oldKey).open('totp:1', after)).toBeNull();
  expect(after.subarray(0, 5).equals(both.sealedPrefix())).toBe(true);
  expect(before.subarray(0, 5).equals(both.sealedPrefix())).toBe(false);
  expect(both.keyIds()).toEqual([...makeSecretBox(newOne).keyIds(), ...makeSecretBox(oldKey).keyIds()]);
});

test('a secret box opens values without a key id with any of its keys', () => {
  const sealed = sealWithoutKeyId(oldKey, 'totp:1', 'secret');
  expect(makeSecretBox(newOne, oldKey).open('totp:1', sealed)).toBe('secret');
  expect(makeSecretBox(newOne, third).open('totp:1', sealed)).toBeNull();
  expect(makeSecretBox(newOne, oldKey).open('totp:2', sealed)).toBeNull();
});

test('SECRET_KEY takes the key of a key file with the prefix key:', () => {
  const folder = dataDir();
  const fromFile = openSecretBox({ secretKeys: undefined, dataDir: folder });
  const line = readFileSync(keyFilePath(folder), 'utf8').trim();
  const open = (SECRET_KEY: string) => openSecretBox(readConfig({ SECRET_KEY, DATA_DIR: dataDir() }));
  const inSetting = open(`key:${line}`);
  expect(inSetting.keyIds()).toEqual(fromFile.keyIds());
  expect(inSetting.open('totp:1', fromFile.seal('totp:1', 'secret'))).toBe('secret');
  expect(fromFile.open('totp:1', inSetting.seal('totp:1', 'secret'))).toBe('secret');
  // Without the prefix the same letters are another key, as they always were.
  expect(open(line).keyIds()).not.toEqual(fromFile.keyIds());
  expect(open(`${newOne},key:${line}`).open('totp:1', fromFile.seal('totp:1', 'secret'))).toBe('secret');
  expect(() => open(`key:${line.slice(1)}`)).toThrow('SECRET_KEY: a key from the key file');
});

test('SECRET_KEY takes several keys, each long enough', () => {
  expect(readConfig({ SECRET_KEY: oldKey }).secretKeys).toEqual([oldKey]);
  expect(readConfig({ SECRET_KEY: ` ${newOne} , ${oldKey} ` }).secretKeys).toEqual([newOne, oldKey]);
  for (const bad of ['short', `${newOne},short`, ',', 'x'.repeat(31)])
    expect(() => readConfig({ SECRET_KEY: bad })).toThrow('SECRET_KEY');
  expect(readConfig({ SECRET_KEY: '' }).secretKeys).toBeUndefined();
});

test('a running process follows its key file, and reloads immediately when it meets a new key', async () => {
  const folder = dataDir();
  const config = { secretKeys: undefined, dataDir: folder };
  const running = openSecretBox(config);
  const sealed = running.seal('totp:1', 'secret');
  const before = readKeyFile(folder);
  const added = newKey();
  writeKeyFile(keyFilePath(folder), [added, ...before]);
  expect(statSync(keyFilePath(folder)).mode & 0o777).toBe(0o600);
  const restarted = openSecretBox(config);
  expect(restarted.open('totp:1', sealed)).toBe('secret');
  const fresh = restarted.seal('totp:1', 'fresh');
  await vi.waitFor(() => expect(running.open('totp:1', fresh)).toBe('fresh'), { interval: 60, timeout: 60_000 });
  expect(running.keyIds()).toEqual(restarted.keyIds());
  // Without the file it continues with the keys it knows.
  rmSync(keyFilePath(folder));
  await new Promise((done) => setTimeout(done, 1_100));
  expect(running.open('totp:1', fresh)).toBe('fresh');
});

test('a damaged key file is refused at startup', () => {
  const folder = dataDir();
  openSecretBox({ secretKeys: undefined, dataDir: folder });
  const path = keyFilePath(folder);
  chmodSync(path, 0o600);
  writeFileSync(path, `${readFileSync(path, 'utf8')}half a key\n`);
  expect(() => openSecretBox({ secretKeys: undefined, dataDir: folder })).toThrow('damaged');
});
