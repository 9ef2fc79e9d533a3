import { t } from '@tuneport/domain/text/text';
import { type ChangeSummary, changeLabel } from '@tuneport/domain/tuning/flash-files/change-summary';
import { sql } from 'kysely';
import type { RequestRow } from '../request-queries.ts';
import type { RequestContext } from '../step-request.ts';
import { copyFile } from './copy-file.ts';

/**
 * Delivers immediately if the same file with the same tunes was delivered before and not withdrawn. Takes the newest
 * result, because it includes all revisions. A concurrent recall waits for the lock and then finds the copy.
 */
export async function copyInstantFile(
  context: RequestContext,
  request: RequestRow,
): Promise<{ words: () => string } | null> {
  // Results with custom wishes are made by hand and never reused for another request.
  if (request.wishes !== '') return null;
  const { rows } = await sql<{ file_id: string; summary: ChangeSummary | null }>`
    select r.file_id, r.summary from tune_request_files mine
      join stored_files m on m.id = mine.file_id
      join stored_files o on o.sha256 = m.sha256
      join tune_request_files theirs on theirs.file_id = o.id and theirs.kind = 'original'
      join tune_requests q on q.id = theirs.request_id and q.id <> ${request.id} and q.state in ('delivered', 'closed') and q.wishes = ''
      join tune_request_files r on r.request_id = q.id and r.state = 'delivered'
    where mine.request_id = ${request.id} and mine.kind = 'original'
      and q.tune_ids @> ${request.tune_ids} and q.tune_ids <@ ${request.tune_ids}
      and q.engine_id is not distinct from ${request.engine_id}
      and q.transmission_id is not distinct from ${request.transmission_id}
    order by r.id desc limit 1 for share of q`.execute(context.db);
  const [made] = rows;
  if (!made) return null;
  const summary = JSON.stringify(made.summary);
  await copyFile(context, made.file_id, request, { kind: 'result', state: 'delivered', summary });
  const { summary: change } = made;
  return { words: () => (change ? changeLabel(change) : t('We already made it for an identical file.')) };
}
