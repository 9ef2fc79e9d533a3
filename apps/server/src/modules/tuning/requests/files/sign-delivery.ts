import type { ChangeSummary } from '@tuneport/domain/tuning/flash-files/change-summary';
import { issueReceipt } from '../../receipts/issue-receipt.ts';
import { filesOf, type RequestFileRow, type RequestRow } from '../request-queries.ts';
import type { RequestContext } from '../step-request.ts';

/**
 * Issues the signed receipt in the delivering transaction: the file received, the file delivered, and how much differs.
 */
export async function signDelivery({ db, platform, now }: RequestContext, request: RequestRow): Promise<void> {
  const files = await filesOf(db, request.id);
  const original = files.find(({ kind }) => kind === 'original');
  const delivered = files.find(({ state }) => state === 'delivered');
  if (!original || !delivered) throw new Error(`request ${request.id} delivers nothing`);
  const tunes = await db
    .selectFrom('tunes')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...request.tune_ids])
    .execute();
  const summary = delivered.summary as unknown as ChangeSummary | null;
  await issueReceipt(
    db,
    platform,
    {
      requestId: request.id,
      original: named(original),
      delivered: named(delivered),
      tunes: request.tune_ids.flatMap((id) => tunes.find((tune) => tune.id === id)?.name ?? []),
      changedBytes: summary?.changedBytes ?? 0,
    },
    now,
  );
}

const named = ({ sha256, size_bytes }: RequestFileRow) => ({
  sha256: sha256.toString('hex'),
  size_bytes: Number(size_bytes),
});
