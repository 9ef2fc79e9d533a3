import type { dealerWork } from '@tuneport/contract/dealers/dealer-work';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { handlers } from '../../../platform/http/context.ts';
import { ownDealer } from '../../dealers/index.ts';
import { presentListed } from '../requests/present-request.ts';
import { listRequests } from '../requests/request-lists.ts';
import { viewerOf } from '../requests/request-policy.ts';

/** Logs that current members uploaded after they joined; what they uploaded before is their own. */
async function listLogs(db: Db, dealerId: number, page: number, now: Date) {
  const query = db
    .selectFrom('graphs as g')
    .innerJoin('dealer_members as m', 'm.user_id', 'g.uploaded_by')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.dealer_id', '=', dealerId)
    .where(sql<boolean>`g.created_at >= m.created_at`)
    .where('g.expires_at', '>', now);
  const rows = query
    .select(['g.id', 'g.name', 'g.format', 'g.duration_s', 'u.name as uploaded_by', 'g.created_at', 'g.expires_at'])
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id');
  return pageOf(query, rows, page);
}

export const dealerWorkRoutes = handlers<typeof dealerWork>({
  'GET /v1/dealers/:id/tune-requests': async ({ db, actor, params, query }) => {
    const dealer = await ownDealer(db, actor, params.id);
    const viewer = { ...viewerOf(actor), userId: null, dealerIds: [dealer.id] };
    const page = await listRequests(db, viewer, { ...query, mine: true });
    return { ...page, data: page.data.map((row) => presentListed(row, viewerOf(actor))) };
  },
  'GET /v1/dealers/:id/logs': async ({ db, actor, params, query, now }) =>
    listLogs(db, (await ownDealer(db, actor, params.id)).id, query.page, now),
});
