import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSecretBox, type SecretBox } from '../platform/secrets/secret-box.ts';
import { keyFilePath, readKeyFile, readKeysIfThere } from '../platform/secrets/secret-key-file.ts';
import { runCli, startCli } from '../testing/processes/run-cli.ts';
import { type TestServer, testServer } from '../testing/server.ts';

let server: TestServer;
let second: Awaited<ReturnType<TestServer['another']>>;
let env: Record<string, string>;
const answers = 450;
const timeout = 120_000;

beforeAll(async () => {
  server = await testServer();
  second = await server.another();
  env = { DATABASE_URL: server.database.url, DATA_DIR: server.platform.config.dataDir };
});
afterAll(() => server.close());

/** The format written by releases before key ids. */
function sealWithoutKeyId(secret: Buffer, purpose: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'tuneport secret box', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), body]);
}

async function fill(secrets: SecretBox, legacyKey: Buffer): Promise<number[]> {
  const { db } = server;
  const users = [await server.make.user(), await server.make.user(), await server.make.user()].map(({ id }) => id);
  const [plain = 0, legacy = 0, lost = 0] = users;
  const sealed: [number, Buffer][] = [
    [plain, secrets.seal(`totp:${plain}`, 'PLAIN')],
    [legacy, sealWithoutKeyId(legacyKey, `totp:${legacy}`, 'LEGACY')],
    [lost, makeSecretBox('a key that nobody has any more!!').seal(`totp:${lost}`, 'LOST')],
  ];
  for (const [id, value] of sealed)
    await db.updateTable('users').set({ totp_secret: value }).where('id', '=', id).execute();
  await sql`insert into receipt_keys (id, public_key, sealed_key, retired_at)
    values ('old', ${randomBytes(32)}, ${secrets.seal('receipt-key:old', 'DER')}, now())
    on conflict (id) do update set sealed_key = excluded.sealed_key`.execute(db);
  await sql`delete from idempotency_keys`.execute(db);
  for (let n = 0; n < answers; n += 1) {
    const answer = JSON.stringify(secrets.seal(`answer:u ${n}`, `"${n}"`).toString('base64'));
    await sql`insert into idempotency_keys (scope, key, endpoint, fingerprint, status, answer)
      values ('u', ${String(n)}, 'e', '\\x01', 200, ${answer})`.execute(db);
  }
  await sql`insert into idempotency_keys (scope, key, endpoint, fingerprint, status, answer)
    values ('u', 'unsealed', 'e', '\\x01', 200, '{"a": 1}'), ('u', 'leased', 'e', '\\x01', null, null)`.execute(db);
  return users;
}

/** Every stored secret as this process reads it. */
async function readAll(secrets: SecretBox, [plain = 0, legacy = 0]: number[]) {
  const { rows: users } = await sql<{ id: number; totp_secret: Buffer }>`
    select id, totp_secret from users where id in (${plain}, ${legacy}) order by id`.execute(server.db);
  const { rows: keys } = await sql<{ sealed_key: Buffer }>`
    select sealed_key from receipt_keys where id = 'old'`.execute(server.db);
  const { rows: kept } = await sql<{ key: string; answer: string }>`
    select key, answer from idempotency_keys where json_typeof(answer) = 'string' order by key::int`.execute(server.db);
  return {
    totp: users.map(({ id, totp_secret }) => secrets.open(`totp:${id}`, totp_secret)),
    receipt: keys.map(({ sealed_key }) => secrets.open('receipt-key:old', sealed_key)),
    answers: kept.map(({ key, answer }) => secrets.open(`answer:u ${key}`, Buffer.from(answer, 'base64'))),
  };
}
const everything = {
  totp: ['PLAIN', 'LEGACY'],
  receipt: ['DER'],
  answers: Array.from({ length: answers }, (_, n) => `"${n}"`),
};

test('rotating the key file keeps every secret readable, even when the process is killed midway', {
  timeout,
}, async () => {
  const { dataDir } = server.platform.config;
  const [before] = readKeyFile(dataDir);
  const users = await fill(server.platform.secrets, before as Buffer);
  const killed = startCli(['rotate-secret-key'], env);
  while (readKeyFile(dataDir).length === 1) await sleep(20);
  const [fresh] = readKeyFile(dataDir);
  const isBegun = async () => {
    const { rows } = await sql`select 1 from idempotency_keys where json_typeof(answer) = 'string'
      and substring(decode(answer #>> '{}', 'base64') from 1 for 5) = ${makeSecretBox(fresh as Buffer).sealedPrefix()}`.execute(
      server.db,
    );
    return rows.length > 0;
  };
  while (!(await isBegun())) await sleep(10);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(readKeyFile(dataDir)).toEqual([fresh, before]);
  for (const process of [server, second]) expect(await readAll(process.platform.secrets, users)).toEqual(everything);

  const done = await runCli(['rotate-secret-key'], env);
  expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' });
  const report = JSON.parse(done.stdout);
  expect(report).toMatchObject({ unreadable: { 'users.totp_secret': 1 } });
  expect(report.resealed).toBeGreaterThan(0);
  expect(readKeyFile(dataDir)).toEqual([fresh]);
  expect(readKeysIfThere(join(dataDir, 'retired-keys', readdirSync(join(dataDir, 'retired-keys'))[0] ?? ''))).toEqual([
    before,
  ]);
  const onlyNew = makeSecretBox(fresh as Buffer);
  expect(await readAll(onlyNew, users)).toEqual(everything);
  for (const process of [server, second]) expect(await readAll(process.platform.secrets, users)).toEqual(everything);
  const { rows } = await sql`select answer from idempotency_keys where key = 'unsealed'`.execute(server.db);
  expect(rows).toEqual([{ answer: { a: 1 } }]);
});

test('rotate-secret-key refuses a second concurrent run', { timeout }, async () => {
  const runs = await Promise.all([runCli(['rotate-secret-key'], env), runCli(['rotate-secret-key'], env)]);
  expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(runs.find(({ code }) => code === 1)?.stderr).toContain('already changing the key');
  expect(readKeyFile(env.DATA_DIR as string)).toHaveLength(1);
});

test('rotate-secret-key reseals values with the first key of SECRET_KEY', { timeout }, async () => {
  const [old, fresh] = ['o'.repeat(40), 'n'.repeat(40)] as const;
  const users = await fill(makeSecretBox(old), Buffer.from(old));
  const alone = await runCli(['rotate-secret-key'], { ...env, SECRET_KEY: fresh });
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('SECRET_KEY has only one key') });
  expect(await readAll(makeSecretBox(old), users)).toEqual(everything);
  const done = await runCli(['rotate-secret-key'], { ...env, SECRET_KEY: `${fresh},${old}` });
  expect(done.code).toBe(0);
  expect(JSON.parse(done.stdout)).toMatchObject({ resealed: answers + 3 });
  expect(await readAll(makeSecretBox(fresh), users)).toEqual(everything);
  expect(existsSync(keyFilePath(env.DATA_DIR as string))).toBe(true);
});
