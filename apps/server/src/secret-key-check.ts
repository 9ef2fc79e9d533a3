import { sql } from 'kysely';
import { sealedTotpSecrets } from './modules/identity/index.ts';
import { checkSigningKey, signingKey } from './modules/tuning/index.ts';
import { type Config, ConfigError } from './platform/config.ts';
import type { Connection } from './platform/db/connection/connection.ts';
import { openDb } from './platform/db/connection/open.ts';
import type { Db } from './platform/db/db.ts';
import { makeSecretBox, openSecretBox, type SecretBox, sealingKeyId } from './platform/secrets/secret-box.ts';
import { keyFilePath, readKeysIfThere } from './platform/secrets/secret-key-file.ts';

type KeySettings = Pick<Config, 'secretKeys' | 'dataDir'>;

/** The check at start. Also creates the signing key of receipts, so that later starts have a value to check. */
export async function checkSecretKey(connection: Connection | string, config: KeySettings): Promise<void> {
  // A start may wait longer for a busy machine than a request.
  const { db, close } = openDb(connection, { max: 1, timeouts: { connectMs: 15_000 } });
  try {
    const secrets = openSecretBox(config);
    await assertSecretKey(db, secrets, config);
    await signingKey(db, secrets);
  } finally {
    await close();
  }
}

/**
 * Compares the secret key with encrypted values in the database, so that a wrong one is reported at start, not by the
 * first login with an authenticator app.
 */
export async function assertSecretKey(db: Db, secrets: SecretBox, config: KeySettings): Promise<void> {
  const sealed = await unopened(db, secrets);
  if (sealed === null) return;
  const needed = sealingKeyId(sealed);
  const path = keyFilePath(config.dataDir);
  const fromFile = readKeysIfThere(path);
  const isInFile =
    needed !== null &&
    fromFile !== undefined &&
    makeSecretBox(...fromFile)
      .keyIds()
      .includes(needed);
  const [setting, fix] = !config.secretKeys
    ? [path, 'Restore that file, or set SECRET_KEY if it was used before']
    : isInFile
      ? [
          'SECRET_KEY',
          `That one is in ${path}: unset SECRET_KEY, or set it to key: and the line of that file, without a space`,
        ]
      : ['SECRET_KEY', 'Set SECRET_KEY to the previous key (both, separated by a comma, while you change it)'];
  throw new ConfigError(
    `${setting} has the key ${secrets.keyIds().join(', ')}, but the secrets in the database were encrypted with ${needed === null ? 'another one' : `the key ${needed}`}. ${fix}. If the key is lost, run "npm run cli rotate-receipt-key --lost-secret-key"; users must then set up their authenticator apps again.`,
  );
}

/**
 * An encrypted value that proves the key wrong. Authenticator secrets are checked only if there is no receipt key yet.
 */
async function unopened(db: Db, secrets: SecretBox): Promise<Buffer | null> {
  const receiptKey = await checkSigningKey(db, secrets);
  if (receiptKey !== null) return receiptKey.opens ? null : receiptKey.sealed;
  const { rows } = await sql<{ id: number; totp_secret: Buffer }>`
    select id, totp_secret from users where totp_secret is not null order by id limit 100`.execute(db);
  const opens = rows.some((row) => secrets.open(sealedTotpSecrets.purpose(String(row.id)), row.totp_secret) !== null);
  return opens ? null : (rows[0]?.totp_secret ?? null);
}
