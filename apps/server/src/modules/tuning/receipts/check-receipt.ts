import { t } from '@tuneport/domain/text/text';
import { isSignedBy, readReceipt, type SignedReceipt } from '@tuneport/domain/tuning/flash-files/receipt';
import type { Db } from '../../../platform/db/db.ts';

type Verdict = { valid: boolean; withdrawn: boolean; message: string; receipt: SignedReceipt | null };

const refused = (message: string): Verdict => ({ valid: false, withdrawn: false, message, receipt: null });

export async function checkReceipt(db: Db, value: unknown): Promise<Verdict> {
  const receipt = readReceipt(value);
  if (!receipt) return refused(t('This is not a delivery receipt.'));
  const key = await db.selectFrom('receipt_keys').select('public_key').where('id', '=', receipt.key).executeTakeFirst();
  if (!key) return refused(t('We did not sign this receipt: we do not have its key.'));
  if (!(await isSignedBy(receipt, Uint8Array.from(key.public_key))))
    return refused(t('The signature does not match. This receipt was changed after it was signed.'));
  const withdrawn = await isWithdrawn(db, Buffer.from(receipt.delivered.sha256, 'hex'));
  const message = withdrawn
    ? t('We signed this receipt and it is unchanged, but its file has since been withdrawn. Do not use the file.')
    : t('We signed this receipt and it is unchanged.');
  return { valid: true, withdrawn, message, receipt };
}

/** A recalled result: a genuine record, but not to be used in a car. */
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

type FileVerdict = {
  role: 'delivered' | null;
  withdrawn: boolean;
  message: string;
  receipts: SignedReceipt[];
};

/**
 * Lets a user check whether a file is the one that was delivered. Originals are not looked up, because anyone with a
 * read of the same software has their hash; nor are receipts of a file delivered to several customers, which would
 * reveal them to each other.
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
      message: t('We have no receipt for this file. We did not deliver it, or it was changed after delivery.'),
      receipts: [],
    };
  const isShared = new Set(rows.map(({ request_id }) => request_id)).size > 1;
  const withdrawn = await isWithdrawn(db, hash);
  const message = withdrawn
    ? t('We delivered this file and it is unchanged, but it has since been withdrawn. Do not use it.')
    : t('We delivered this file and it is unchanged, byte for byte.');
  const receipts = isShared ? [] : rows.map(({ signed }) => JSON.parse(signed) as SignedReceipt);
  return { role: 'delivered', withdrawn, message, receipts };
}
