import { isSignedBy, readReceipt, type SignedReceipt } from '@tuneport/domain/flash-files/receipt';
import type { Db } from '../../../platform/db/db.ts';

export type Verdict = { valid: boolean; message: string; receipt: SignedReceipt | null };

export async function checkReceipt(db: Db, given: unknown): Promise<Verdict> {
  const receipt = readReceipt(given);
  if (!receipt) return { valid: false, message: 'This is no receipt of a delivery.', receipt: null };
  const key = await db.selectFrom('receipt_keys').select('public_key').where('id', '=', receipt.key).executeTakeFirst();
  if (!key)
    return {
      valid: false,
      message: 'This receipt was not signed here: we do not have the key it names.',
      receipt: null,
    };
  if (!(await isSignedBy(receipt, Uint8Array.from(key.public_key))))
    return {
      valid: false,
      message: 'The signature does not fit. Something in this receipt was changed after it was signed.',
      receipt: null,
    };
  return { valid: true, message: 'This receipt was signed here and nothing in it was changed.', receipt };
}

export type FileVerdict = { role: 'original' | 'delivered' | null; message: string; receipts: SignedReceipt[] };

/** For somebody who holds a file and wants to know whether it is the one that was delivered. */
export async function checkFile(db: Db, sha256: string): Promise<FileVerdict> {
  const hash = Buffer.from(sha256, 'hex');
  const rows = await db
    .selectFrom('receipts')
    .select(['signed', 'delivered_sha256'])
    .where((row) => row.or([row('delivered_sha256', '=', hash), row('original_sha256', '=', hash)]))
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  const receipts = rows.map(({ signed }) => JSON.parse(signed) as SignedReceipt);
  if (rows.some(({ delivered_sha256 }) => delivered_sha256.equals(hash)))
    return { role: 'delivered', message: 'This file was delivered here and is unchanged, byte for byte.', receipts };
  if (rows.length > 0)
    return { role: 'original', message: 'This is the original that was sent in, not the delivered file.', receipts };
  return {
    role: null,
    message: 'We have no receipt for this file. It did not come from here, or it was changed after it was delivered.',
    receipts,
  };
}
