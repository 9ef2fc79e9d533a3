import type { AnyOf } from '@tuneport/contract/shapes';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../platform/db/lists/keyset.ts';
import { hasAnyOf, withinDays } from '../../platform/db/lists/list-filters.ts';
import { containing, listPage, type PageOf } from '../../platform/db/lists/page.ts';

const mailColumns = [
  'id',
  'kind',
  'to_address',
  'subject',
  'state',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
  'next_attempt_at',
] as const;

type MailFilter = PagingQuery & {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  state?: AnyOf<string> | undefined;
  kind?: string | undefined;
};

const mailOrder: ListOrder = {
  columns: {
    created_at: notNull('created_at'),
    to: notNull('to_address'),
    kind: notNull('kind'),
    state: notNull('state'),
  },
  first: '-created_at',
  id: 'id',
};

export function listMail(db: Db, filter: MailFilter) {
  let query = db.selectFrom('mail_outbox');
  if (filter.state) query = query.where(hasAnyOf('mail_outbox.state', filter.state));
  if (filter.from || filter.to) query = query.where(withinDays('mail_outbox.created_at', filter));
  if (filter.kind) query = query.where('kind', '=', filter.kind);
  const search = filter.search;
  if (search) {
    query = query.where((where) =>
      where.or([where('to_address', 'ilike', containing(search)), where('subject', 'ilike', containing(search))]),
    );
  }
  return listPage(db, query, query.select(mailColumns), filter, mailOrder);
}

const wholeMail = (db: Db, id: number) =>
  db
    .selectFrom('mail_outbox')
    .leftJoin('mail_bodies as b', 'b.id', 'mail_outbox.body_id')
    .select([...mailColumns.map((name) => `mail_outbox.${name}` as const), 'erased_at', 'unsubscribe_url', 'secrets'])
    .select([
      sql<string>`coalesce(b.text_body, mail_outbox.text_body)`.as('text_body'),
      sql<string>`coalesce(b.html_body, mail_outbox.html_body)`.as('html_body'),
    ])
    .where('mail_outbox.id', '=', id);

export const findMail = (db: Db, id: number) => wholeMail(db, id).executeTakeFirst();
export const mailForUpdate = (db: Db, id: number) => wholeMail(db, id).forUpdate('mail_outbox').executeTakeFirst();

export type MailRow = Awaited<ReturnType<typeof listMail>>['data'][number];
export type WholeMail = NonNullable<Awaited<ReturnType<typeof findMail>>>;

// The pg-boss tables have no generated types. Each statement names its columns, so an incompatible change fails loudly
// here.

type QueueCounts = { name: string; waiting: bigint; postponed: bigint; running: bigint; failed: bigint; done: bigint };

export async function countQueues(db: Db): Promise<QueueCounts[]> {
  const { rows } = await sql<QueueCounts>`
    select queue.name,
      count(*) filter (where state in ('created', 'retry') and start_after <= now()) as waiting,
      count(*) filter (where state in ('created', 'retry') and start_after > now()) as postponed,
      count(*) filter (where state = 'active') as running,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'completed') as done
    from pgboss.queue left join pgboss.job on job.name = queue.name
    where queue.name not like '\\_\\_pgboss%'
    group by queue.name order by queue.name`.execute(db);
  return rows;
}

export type LastRun = { schedule: string; period: Date; state: string | null };

/**
 * Jobs are kept for two weeks. A run whose job is gone is assumed to have succeeded, because failed jobs are kept as
 * long.
 */
export async function lastRuns(db: Db): Promise<LastRun[]> {
  const { rows } = await sql<LastRun>`
    select distinct on (done.schedule) done.schedule, done.period, job.state::text as state
    from job_periods done left join pgboss.job on job.name = done.schedule and job.id = done.job_id
    where done.job_id is not null
    order by done.schedule, done.period desc`.execute(db);
  return rows;
}

export type FailedJob = {
  id: string;
  name: string;
  attempts: number;
  error: string | null;
  created_at: Date;
  failed_at: Date | null;
};

const failedPageSize = 25;

export async function listFailedJobs(
  db: Db,
  { page, name, search }: { page: number; name?: string | undefined; search?: string | undefined },
): Promise<PageOf<FailedJob>> {
  const wanted = sql`state = 'failed'
    and (${name ?? null}::text is null or name = ${name ?? null})
    and (${search ?? null}::text is null or name ilike ${containing(search ?? '')} or output->>'message' ilike ${containing(search ?? '')})`;
  const [counted, found] = await Promise.all([
    sql<{ total: bigint }>`select count(*) as total from pgboss.job where ${wanted}`.execute(db),
    sql<FailedJob>`
      select id, name, retry_count + 1 as attempts, output->>'message' as error, created_on as created_at, completed_on as failed_at
      from pgboss.job where ${wanted}
      order by completed_on desc nulls last, id limit ${failedPageSize} offset ${(page - 1) * failedPageSize}`.execute(
      db,
    ),
  ]);
  const total = Number(counted.rows[0]?.total ?? 0n);
  return { data: found.rows, page, page_count: Math.ceil(total / failedPageSize), total };
}

export async function findFailedJob(db: Db, id: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from pgboss.job where id = ${id} and state = 'failed'`.execute(db);
  return rows[0];
}
