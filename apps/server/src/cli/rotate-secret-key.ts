import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { sealedColumns } from '../areas.ts';
import { system, writeAudit } from '../modules/audit/index.ts';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { openDb } from '../platform/db/connection/open.ts';
import type { Db } from '../platform/db/db.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { lockKeys } from '../platform/db/writes/advisory-locks.ts';
import { type Resealed, resealColumn } from '../platform/secrets/reseal.ts';
import { keyFileCheckMs, makeSecretBox, openSecretBox, type SecretBox } from '../platform/secrets/secret-box.ts';
import { keyFilePath, newKey, readKeyFile, writeKeyFile } from '../platform/secrets/secret-key-file.ts';
import { assertSecretKey } from '../secret-key-check.ts';
import type { Command } from './command.ts';
import { withDatabase } from './with-database.ts';

/** By then all running processes have reloaded the key file. */
const settleMs = 3 * keyFileCheckMs;
const rotateLock = lockKeys.rotateSecretKey;

export const rotateSecretKeyCommand: Command = {
  summary: 'change the key that seals secrets; safe while the site runs, and can be repeated after an interruption',
  run: () =>
    withDatabase(async (connection) => {
      const config = readConfig(process.env);
      await migrate(connection);
      const { db, close } = openDb(connection, { max: 3, timeouts: { statementMs: 600_000, idleInTransactionMs: 0 } });
      try {
        return await db.transaction().execute(async (holder) => {
          const { rows } = await sql<{ mine: boolean }>`
            select pg_try_advisory_xact_lock(${rotateLock}) as mine`.execute(holder);
          if (!rows[0]?.mine) throw new Error('Another run of this command is already changing the key.');
          return config.secretKeys
            ? await resealToFirst(db, config, config.secretKeys)
            : await changeKeyFile(db, config);
        });
      } finally {
        await close();
      }
    }),
};

async function resealToFirst(db: Db, config: Config, secretKeys: readonly string[]) {
  if (secretKeys.length < 2)
    throw new ConfigError(
      'SECRET_KEY has only one key. Set it to the new key, a comma and the old key for every process, restart them, and run this again.',
    );
  const secrets = makeSecretBox(...secretKeys);
  await assertSecretKey(db, secrets, config);
  const done = await resealAll(db, secrets);
  await sleep(settleMs);
  const late = await resealAll(db, secrets);
  await recordChange(db, secrets);
  return {
    ...summaryOf(secrets, [done, late]),
    next: 'Remove the old key from SECRET_KEY for every process, and keep it with the backups made before now.',
  };
}

/**
 * The key file records the progress of an interrupted run: while it has two keys, values may still be encrypted with
 * the second one.
 */
async function changeKeyFile(db: Db, config: Config) {
  const path = keyFilePath(config.dataDir);
  const before = readKeyFile(config.dataDir);
  await assertSecretKey(db, makeSecretBox(...before), config);
  if (before.length === 1) writeKeyFile(path, [newKey(), ...before]);
  await sleep(settleMs);
  const secrets = openSecretBox(config);
  const passes = [await resealAll(db, secrets)];
  // A request that began with the old key may have ended after the first pass.
  await sleep(settleMs);
  for (let pass = await resealAll(db, secrets); ; pass = await resealAll(db, secrets)) {
    passes.push(pass);
    if (totalOf(pass, 'resealed') === 0) break;
  }
  const [current, ...retired] = readKeyFile(config.dataDir);
  if (!current) throw new Error(`${path} is empty.`);
  const retiredFile = join(config.dataDir, 'retired-keys', `${makeSecretBox(...retired).keyIds()[0]}.key`);
  writeKeyFile(retiredFile, retired);
  writeKeyFile(path, [current]);
  await recordChange(db, makeSecretBox(current));
  return {
    ...summaryOf(secrets, passes),
    next: `Backups made before now need the old key. It is in ${retiredFile}: store it with those backups.`,
  };
}

const recordChange = (db: Db, secrets: SecretBox) =>
  writeAudit(db, system, 'operations.rotate-secret-key', 'installation', { key: secrets.keyIds()[0] });

async function resealAll(db: Db, secrets: SecretBox): Promise<Record<string, Resealed>> {
  const done: Record<string, Resealed> = {};
  for (const column of sealedColumns)
    done[`${column.table}.${column.column}`] = await resealColumn(db, secrets, column);
  return done;
}

const totalOf = (pass: Record<string, Resealed>, what: keyof Resealed) =>
  Object.values(pass).reduce((sum, one) => sum + one[what], 0);

const summaryOf = (secrets: SecretBox, passes: Record<string, Resealed>[]) => ({
  key: secrets.keyIds()[0],
  resealed: passes.reduce((sum, pass) => sum + totalOf(pass, 'resealed'), 0),
  /** Encrypted with a key that is neither the current one nor one of the old ones. */
  unreadable: Object.fromEntries(
    Object.entries(passes.at(-1) ?? {}).flatMap(([name, { unreadable }]) =>
      unreadable > 0 ? [[name, unreadable]] : [],
    ),
  ),
});
