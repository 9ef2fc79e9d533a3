import type { tuningRequestLogs } from '@tuneport/contract/tuning/tuning-request-logs';
import { findingQuery } from '@tuneport/domain/tuning/logs/review/finding-link';
import type { Review } from '@tuneport/domain/tuning/logs/review/review-log';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { extendOwnGraph } from '../graphs/manage-graph.ts';
import { type GraphRow, graphById } from '../graphs/queries.ts';
import { logQuota } from '../graphs/quota.ts';
import { readForCustomer, readRequest } from './read-request.ts';
import type { RequestRow } from './request-queries.ts';
import type { RequestContext } from './step-request.ts';
import { writeInThread } from './thread/write-message.ts';

const logsMax = 30;

export const tuningRequestLogRoutes = handlers<typeof tuningRequestLogs>({
  'GET /v1/tune-requests/:id/logs': async ({ db, actor, params, now }) => {
    const request = await readRequest(db, actor, params.id);
    return { data: await logsOf(db, request.id, now) };
  },
  'PUT /v1/tune-requests/:id/logs/:key': async (context) => {
    const { db, actor, params, body, now, platform } = context;
    const request = await readRequest(db, actor, params.id, 'lock');
    const graph = await graphById(db, params.key, now);
    if (!graph) throw new Refusal('not_found', { message: 'This log is no longer available.' });
    const quota = logQuota(platform.config.anonymousLogsMib);
    await extendOwnGraph(db, actor, { graph, token: body.token, now }, quota);
    await attach(context, request, actor, graph);
    return { data: await logsOf(db, request.id, now) };
  },
  'DELETE /v1/tune-requests/:id/logs/:key': async ({ db, actor, params }) => {
    const request = await readForCustomer(db, actor, params.id, 'lock');
    const gone = await db
      .deleteFrom('tune_request_logs')
      .where('request_id', '=', request.id)
      .where('graph_id', '=', params.key)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new Refusal('not_found');
    await writeAudit(db, actor, 'tuning.detach-log', `tune-request:${request.id}`, {});
  },
});

/** Attaches the log once; its findings are announced as a message in the request. */
async function attach(context: RequestContext, request: RequestRow, actor: Actor, graph: GraphRow): Promise<void> {
  const { db, now } = context;
  const { count } = await db
    .selectFrom('tune_request_logs')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('request_id', '=', request.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= logsMax)
    throw new Refusal('conflict', { message: `A request can have at most ${logsMax} logs. Remove one first.` });
  const added = await db
    .insertInto('tune_request_logs')
    .values({ request_id: request.id, graph_id: graph.id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('graph_id')
    .executeTakeFirst();
  if (!added) return;
  await writeAudit(db, actor, 'tuning.attach-log', `tune-request:${request.id}`, { name: graph.name });
  const text = `Attached the log ${graph.name}. ${summaryOf(graph.review as Review | null)}`.trim();
  await writeInThread(context, request, actor, { text, note: false });
}

function summaryOf(review: Review | null): string {
  if (!review) return '';
  if (review.findings.length === 0) return 'The automatic review found nothing unusual.';
  const titles = [...new Set(review.findings.map(({ title }) => title.toLowerCase()))];
  return `The automatic review found: ${titles.join(', ')}.`;
}

async function logsOf(db: Db, requestId: number, now: Date) {
  const rows = await db
    .selectFrom('tune_request_logs as l')
    .innerJoin('graphs as g', 'g.id', 'l.graph_id')
    .select(['g.id', 'g.name', 'g.format', 'g.row_count', 'g.review', 'g.expires_at', 'l.created_at'])
    .where('l.request_id', '=', requestId)
    .where('g.expires_at', '>', now)
    .orderBy('l.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    format: row.format,
    rows: row.row_count,
    findings:
      (row.review as Review | null)?.findings.map((finding) => ({
        title: finding.title,
        severity: finding.severity,
        value: finding.value,
        unit: finding.unit,
        at_s: finding.atS,
        path: `/graph/${row.id}?${findingQuery(finding)}`,
      })) ?? null,
    expires_at: row.expires_at,
    attached_at: row.created_at,
  }));
}
