import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Db } from '../../../platform/db/db.ts';
import type { SealedColumn } from '../../../platform/secrets/reseal.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';

// The private key is encrypted with the site's secret key, so a copy of the database cannot sign. The first key is
// created with the first receipt; a new key retires the old one, which is kept to verify its signatures.

const purpose = (id: string) => `receipt-key:${id}`;

export const sealedReceiptKeys: SealedColumn = {
  table: 'receipt_keys',
  column: 'sealed_key',
  key: ['id'],
  purpose,
  stored: 'bytea',
};

export async function signingKey(tx: Db, secrets: SecretBox): Promise<{ id: string; key: KeyObject }> {
  const known = await currentKey(tx);
  if (!known) await addKey(tx, secrets);
  const { id, sealed_key } = known ?? (await currentKey(tx)) ?? {};
  const der = id === undefined || !sealed_key ? null : secrets.open(purpose(id), sealed_key);
  if (id === undefined || der === null)
    throw new Error(
      'The receipt signing key cannot be decrypted. Check that SECRET_KEY, or secret.key in the data folder, is the key it was encrypted with.',
    );
  return { id, key: createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' }) };
}

/** Whether the current key decrypts with the secret key of this process; null if there is no key yet. */
export async function checkSigningKey(db: Db, secrets: SecretBox): Promise<{ opens: boolean; sealed: Buffer } | null> {
  const known = await currentKey(db);
  return known ? { opens: secrets.open(purpose(known.id), known.sealed_key) !== null, sealed: known.sealed_key } : null;
}

const currentKey = (db: Db) =>
  db.selectFrom('receipt_keys').select(['id', 'sealed_key']).where('retired_at', 'is', null).executeTakeFirst();

/** On a race only the first key is stored. */
async function addKey(tx: Db, secrets: SecretBox): Promise<void> {
  const id = randomBytes(6).toString('hex');
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' });
  await tx
    .insertInto('receipt_keys')
    .values({
      id,
      // The last 32 bytes of the SPKI encoding are the raw key.
      public_key: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32),
      sealed_key: secrets.seal(purpose(id), der.toString('base64')),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Creates a new signing key. */
export async function rotateReceiptKey(tx: Db, secrets: SecretBox, now: Date): Promise<{ id: string }> {
  await tx.updateTable('receipt_keys').set({ retired_at: now }).where('retired_at', 'is', null).execute();
  await addKey(tx, secrets);
  const { id } = await signingKey(tx, secrets);
  return { id };
}

export const receiptKeys = (db: Db) =>
  db
    .selectFrom('receipt_keys')
    .select(['id', 'public_key', 'created_at', 'retired_at'])
    .orderBy('created_at', 'desc')
    .execute();
