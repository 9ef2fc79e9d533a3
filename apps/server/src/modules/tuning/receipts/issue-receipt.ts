import { sign } from 'node:crypto';
import {
  canonicalJson,
  type Receipt,
  type ReceiptFile,
  type SignedReceipt,
  signedBytes,
} from '@tuneport/domain/tuning/flash-files/receipt';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { signingKey } from './receipt-keys.ts';

export type Delivery = {
  readonly requestId: number;
  readonly original: ReceiptFile;
  readonly delivered: ReceiptFile;
  readonly tunes: readonly string[];
  readonly changedBytes: number;
};

/** Issues the receipt in the transaction that delivers. */
export async function issueReceipt(
  tx: Db,
  { secrets, config }: Pick<Platform, 'secrets' | 'config'>,
  delivery: Delivery,
  now: Date,
): Promise<SignedReceipt> {
  const { id, key } = await signingKey(tx, secrets);
  const receipt: Receipt = {
    version: 1,
    issuer: config.publicOrigin,
    request: delivery.requestId,
    issued_at: now.toISOString(),
    original: delivery.original,
    delivered: delivery.delivered,
    tunes: delivery.tunes,
    changed_bytes: delivery.changedBytes,
    key: id,
  };
  const signed = { ...receipt, signature: sign(null, signedBytes(receipt), key).toString('base64url') };
  await tx
    .insertInto('receipts')
    .values({
      request_id: delivery.requestId,
      original_sha256: Buffer.from(delivery.original.sha256, 'hex'),
      delivered_sha256: Buffer.from(delivery.delivered.sha256, 'hex'),
      signed: canonicalJson(signed),
      created_at: now,
    })
    .execute();
  return signed;
}

/** The receipts of a request, the newest first. */
export async function receiptsOfRequest(db: Db, requestId: number): Promise<readonly SignedReceipt[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('signed')
    .where('request_id', '=', requestId)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ signed }) => JSON.parse(signed) as SignedReceipt);
}
