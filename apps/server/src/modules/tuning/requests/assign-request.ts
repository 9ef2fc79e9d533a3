import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { partsOf, readerOf } from './request-policy.ts';
import type { RequestRow } from './request-queries.ts';
import { type Bench, stepRequest } from './step-request.ts';
import { taken } from './take-step.ts';

/** Gives a request to somebody who tunes. What is being worked on changes hands only when that is said. */
export async function assignRequest(
  bench: Bench,
  request: RequestRow,
  actor: Actor,
  wish: { readonly tuner: number; readonly take_over: boolean },
): Promise<RequestRow> {
  const { rows } = await sql<{ tunes: boolean }>`
    select 't' = any(u.flags) or u.role > 0 or exists (select from tuner_members m where m.user_id = u.id) as tunes
    from users u where u.id = ${wish.tuner}`.execute(bench.db);
  if (!rows[0]?.tunes) throw fieldRefusal({ tuner: ['This is nobody who tunes.'] });
  if (request.state === 'in_progress' && request.worker_id !== wish.tuner && !wish.take_over) throw taken(request);
  return stepRequest(
    bench,
    request,
    'assign',
    { parts: partsOf(readerOf(actor), request), userId: actor.userId },
    {
      detail: { worker: wish.tuner },
      set: { worker_id: wish.tuner },
    },
  );
}
