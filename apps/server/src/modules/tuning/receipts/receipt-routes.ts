import type { tuningReceipts } from '@tuneport/contract/tuning/tuning-receipts';
import type { SignedReceipt } from '@tuneport/domain/tuning/flash-files/receipt';
import { handlers } from '../../../platform/http/context.ts';
import { checkFile, checkReceipt } from './check-receipt.ts';
import { receiptKeys } from './receipt-keys.ts';

const present = (receipt: SignedReceipt) => ({ ...receipt, tunes: [...receipt.tunes] });

export const tuningReceiptRoutes = handlers<typeof tuningReceipts>({
  async 'GET /v1/receipt-keys'({ db }) {
    const keys = await receiptKeys(db);
    return { data: keys.map((key) => ({ ...key, public_key: key.public_key.toString('base64url') })) };
  },
  async 'POST /v1/receipts/verify'({ db, body }) {
    const { receipt, ...result } = await checkReceipt(db, body.receipt);
    return { ...result, receipt: receipt && present(receipt) };
  },
  async 'GET /v1/receipts/files/:hash'({ db, params }) {
    const { receipts, ...result } = await checkFile(db, params.hash);
    return { ...result, receipts: receipts.map(present) };
  },
});
