import { isSignedBy, readReceipt, type SignedReceipt } from '@tuneport/domain/tuning/flash-files/receipt';
import type { Db } from '../../../platform/db/db.ts';

export type Verdict = { valid: boolean; withdrawn: boolean; message: string; receipt: SignedReceipt | null };

const refused = (message: string): Verdict => ({ valid: false, withdrawn: false, message, receipt: null });

export async function checkReceipt(db: Db, given: unknown): Promise<Verdict> {
  const receipt = readReceipt(given);
  if (!receipt) return refused('This is no receipt of a delivery.');
  const key = await db.selectFrom('receipt_keys').select('public_key').where('id', '=', receipt.key).executeTakeFirst();
  if (!key) return refused('This receipt was not signed here: we do not have the key it names.');
  if (!(await isSignedBy(receipt, Uint8Array.from(key.public_key))))
    return refused('The signature does not fit. Something in this receipt was changed after it was signed.');
  const withdrawn = await isWithdrawn(db, Buffer.from(receipt.delivered.sha256, 'hex'));
  const message = withdrawn
    ? 'This receipt was signed here and nothing in it was changed, but its file was withdrawn since. Do not use the file any more.'
    : 'This receipt was signed here and nothing in it was changed.';
  return { valid: true, withdrawn, message, receipt };
}

/** A result that was recalled: right as a record, wrong in a car. */
const isWithdrawn = async (db: Db, sha256: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('stored_files as f')
    .innerJoin('tune_request_files as t', 't.file_id', 'f.id')
    .select('t.id')
    .where('f.sha256', '=', sha256)
    .where('t.kind', '=', 'result')
    .where('t.state', '=', 'withdrawn')
    .limit(1)
    .executeTakeFirst()) !== undefined;

export type FileVerdict = {
  role: 'delivered' | null;
  withdrawn: boolean;
  message: string;
  receipts: SignedReceipt[];
};

/**
 * For a user who has a file and wants to know whether it is the one that was delivered. Originals are not looked up: anyone with a
 * read of the same software has their hash. Nor are receipts of a file that went to several customers, who would learn of
 * each other.
 */
export async function checkFile(db: Db, sha256: string): Promise<FileVerdict> {
  const hash = Buffer.from(sha256, 'hex');
  const rows = await db
    .selectFrom('receipts')
    .select(['signed', 'request_id'])
    .where('delivered_sha256', '=', hash)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();
  if (rows.length === 0)
    return {
      role: null,
      withdrawn: false,
      message: 'We have no receipt for this file. It did not come from here, or it was changed after it was delivered.',
      receipts: [],
    };
  const isShared = new Set(rows.map(({ request_id }) => request_id)).size > 1;
  const withdrawn = await isWithdrawn(db, hash);
  const message = withdrawn
    ? 'This file was delivered here and is unchanged, but it has since been withdrawn. Do not use it.'
    : 'This file was delivered here and is unchanged, byte for byte.';
  const receipts = isShared ? [] : rows.map(({ signed }) => JSON.parse(signed) as SignedReceipt);
  return { role: 'delivered', withdrawn, message, receipts };
}
