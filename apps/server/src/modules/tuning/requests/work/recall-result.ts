import { t } from '@tuneport/domain/text/text';
import { isOver } from '@tuneport/domain/tuning/tune-request-states';
import { sql } from 'kysely';
import { type RequestRow, requestById } from '../request-queries.ts';
import { type Initiator, type RequestContext, stepRequest, touchRequest } from '../step-request.ts';
import { mailEnded } from '../thread/request-mails.ts';

/** Marks results as rejected by the reviewer or withdrawn. */
export async function endResults(
  { db }: RequestContext,
  requestId: number,
  state: 'rejected' | 'withdrawn',
): Promise<void> {
  await db
    .updateTable('tune_request_files')
    .set({ state })
    .where('request_id', '=', requestId)
    .where('state', 'in', state === 'rejected' ? ['in_review'] : ['in_review', 'delivered'])
    .execute();
}

/**
 * Withdraws a delivered result, and the same bytes wherever else they were delivered, so that instant deliveries are
 * warned together with the first one. One transaction, so that no copy is made in between.
 */
export async function recall(
  context: RequestContext,
  request: RequestRow,
  initiator: Initiator,
  reason: string,
): Promise<RequestRow> {
  const hashes = await deliveredHashes(context, request.id);
  const recalled = await withdraw(context, request, initiator, reason);
  for (let id = await alsoDelivered(context, hashes); id !== null; id = await alsoDelivered(context, hashes)) {
    const other = await requestById(context.db, id, 'lock');
    if (!other) throw new Error(`request ${id} is gone`);
    if (other.state === 'delivered' || other.state === 'closed') await withdraw(context, other, initiator, reason);
    else await takeAway(context, other, hashes, reason);
  }
  return recalled;
}

async function withdraw(
  context: RequestContext,
  request: RequestRow,
  initiator: Initiator,
  reason: string,
): Promise<RequestRow> {
  const recalled = await stepRequest(context, request, 'recall', initiator, { reason });
  await endResults(context, request.id, 'withdrawn');
  await mailRecall(context, recalled, reason);
  return recalled;
}

/** A revision is in progress, or the file cannot be downloaded: withdraw only the file. */
async function takeAway(
  context: RequestContext,
  request: RequestRow,
  hashes: readonly Buffer[],
  reason: string,
): Promise<void> {
  await sql`update tune_request_files t set state = 'withdrawn' from stored_files f where f.id = t.file_id
    and t.request_id = ${request.id} and t.state = 'delivered' and f.sha256 = any(${[...hashes]})`.execute(context.db);
  await touchRequest(context, request);
  if (!isOver(request.state)) await mailRecall(context, request, reason);
}

const mailRecall = (context: RequestContext, request: RequestRow, reason: string) =>
  mailEnded(context, request, () => [
    t('This version was withdrawn'),
    t(
      'Please stop using the tuned file. We are making a new version free of charge and will let you know when it is ready.',
    ),
    t('Reason: {reason}', { reason }),
  ]);

const deliveredHashes = async ({ db }: RequestContext, requestId: number): Promise<Buffer[]> =>
  (
    await db
      .selectFrom('tune_request_files as t')
      .innerJoin('stored_files as f', 'f.id', 't.file_id')
      .select('f.sha256')
      .where('t.request_id', '=', requestId)
      .where('t.state', '=', 'delivered')
      .execute()
  ).map(({ sha256 }) => sha256);

/**
 * The next request with one of these hashes as its delivered file; queried each time, as a copy may just have been
 * made.
 */
const alsoDelivered = async ({ db }: RequestContext, hashes: readonly Buffer[]): Promise<number | null> =>
  (
    await sql<{
      id: number;
    }>`select t.request_id as id from stored_files f join tune_request_files t on t.file_id = f.id
      where f.sha256 = any(${[...hashes]}) and t.kind = 'result' and t.state = 'delivered'
      order by t.request_id limit 1`.execute(db)
  ).rows[0]?.id ?? null;
