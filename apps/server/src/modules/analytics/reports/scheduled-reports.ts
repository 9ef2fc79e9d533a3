import type { scheduledReports } from '@tuneport/contract/analytics/scheduled-reports';
import { may } from '@tuneport/domain/identity/permissions';
import { lastPeriod, type ReportFormat, type ReportInterval } from '@tuneport/domain/site/report-periods';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import { type SignedInActor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { withConstraintMessages } from '../../../platform/db/writes/constraint-violations.ts';
import { handlers } from '../../../platform/http/context.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import type { MailFile } from '../../../platform/mail/transport.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { actorOfUser, userById } from '../../identity/index.ts';
import { sellerOf, settingsOf, storedCompanyZone } from '../../settings/index.ts';
import { type MadeReport, type Period, readReport, reportCsv, reportKind, reportKinds } from './report-kinds.ts';
import { reportPdf } from './report-pdf.ts';

/** Per user. */
const schedulesMax = 20;
/** Larger files are only linked. */
const attachmentBytesMax = 2 * 1024 * 1024;
const runsShown = 12;
const firstDay = sql<string>`r.first_day::text`.as('first_day');

async function present(db: Db, actor: SignedInActor, id?: number) {
  let query = db.selectFrom('report_schedules').selectAll().where('owner_id', '=', actor.userId).orderBy('id');
  if (id !== undefined) query = query.where('id', '=', id);
  const schedules = await query.execute();
  const { rows: runs } = await sql<{
    id: number;
    schedule_id: number;
    first_day: string;
    last_day: string;
    rows: number;
    has_pdf: boolean;
    size_bytes: number;
    at: Date;
  }>`
    select r.id, r.schedule_id, r.first_day::text as first_day, r.last_day::text as last_day, r.row_count as rows, r.pdf is not null as has_pdf,
      octet_length(r.csv) as size_bytes,
      r.created_at as at
    from report_schedules s cross join lateral (
      select * from report_runs r where r.schedule_id = s.id order by r.period_from desc limit ${runsShown}) r
    where s.owner_id = ${actor.userId}`.execute(db);
  return schedules.map(({ owner_id: _, ...schedule }) => ({
    ...schedule,
    every: schedule.every as ReportInterval,
    format: schedule.format as ReportFormat,
    title: reportKind(schedule.report)?.title ?? schedule.report,
    runs: runs.filter((run) => run.schedule_id === schedule.id),
  }));
}

type NewSchedule = { readonly report: string; readonly every: ReportInterval; readonly format: ReportFormat };

async function create(db: Db, actor: SignedInActor, input: NewSchedule, now: Date) {
  const kind = reportKind(input.report);
  if (!kind || !may(actor, kind.needs)) throw fieldRefusal({ report: ['Choose a report from the list.'] });
  if (!actor.emailConfirmed) throw new Refusal('email_unconfirmed');
  const { count } = await db
    .selectFrom('report_schedules')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (count >= schedulesMax)
    throw new Refusal('conflict', { message: `You have ${schedulesMax} scheduled reports. Delete one first.` });
  const taken = {
    noun: 'a scheduled report',
    constraints: { report_schedules_once: ['report', 'You already get this report.'] },
  } as const;
  const { id } = await withConstraintMessages(taken, () =>
    db
      .insertInto('report_schedules')
      .values({ owner_id: actor.userId, ...input, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const [made] = await present(db, actor, id);
  if (!made) throw new Error(`schedule ${id} is gone`);
  return made;
}

export const scheduledReportRoutes = handlers<typeof scheduledReports>({
  'GET /v1/admin/scheduled-reports': async ({ db, actor }) => ({
    data: await present(db, signedIn(actor)),
    available: reportKinds.filter(({ needs }) => may(actor, needs)).map(({ report, title }) => ({ report, title })),
  }),
  'POST /v1/admin/scheduled-reports': ({ db, actor, body, now }) => create(db, signedIn(actor), body, now),
  'DELETE /v1/admin/scheduled-reports/:id': async ({ db, actor, params }) => {
    const gone = await db
      .deleteFrom('report_schedules')
      .where('id', '=', params.id)
      .where('owner_id', '=', signedIn(actor).userId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new Refusal('not_found');
  },
  'GET /v1/admin/scheduled-reports/runs/:id/file': async ({ db, actor, params, query }) => {
    const run = await db
      .selectFrom('report_runs as r')
      .innerJoin('report_schedules as s', 's.id', 'r.schedule_id')
      .select(['r.csv', 'r.pdf', 's.report', firstDay])
      .where('r.id', '=', params.id)
      .where('s.owner_id', '=', signedIn(actor).userId)
      .executeTakeFirst();
    if (!run) throw new Refusal('not_found');
    const kind = reportKind(run.report);
    if (!kind || !may(actor, kind.needs)) throw new Refusal('forbidden');
    if (query.format === 'pdf' && run.pdf === null) throw new Refusal('not_found');
    const { name, type, bytes } = fileOf(run, query.format);
    return {
      status: 200,
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      },
      body: bytes,
    };
  },
});

type Run = { readonly report: string; readonly first_day: string; readonly csv: string; readonly pdf: Buffer | null };

function fileOf({ report, first_day, csv, pdf }: Run, format: ReportFormat): MailFile {
  const name = `${report}-${first_day}`;
  return format === 'pdf' && pdf
    ? { name: `${name}.pdf`, type: 'application/pdf', bytes: pdf }
    : { name: `${name}.csv`, type: 'text/csv; charset=utf-8', bytes: Buffer.from(csv) };
}

/** The file of a run, as its mail carries it. */
export async function reportAttachment(db: Db, id: number): Promise<MailFile> {
  const run = await db
    .selectFrom('report_runs as r')
    .innerJoin('report_schedules as s', 's.id', 'r.schedule_id')
    .select(['r.csv', 'r.pdf', 's.report', firstDay, 's.format', 's.owner_id'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!run) throw new Error('The schedule of this report was deleted before the e-mail was sent.');
  // The e-mail may wait for hours, for example while the mail server is away.
  const [actor, kind] = [await actorOfUser(db, run.owner_id), reportKind(run.report)];
  if (!actor || !kind || !may(actor, kind.needs)) throw new Error('The recipient no longer has access to this report.');
  return fileOf(run, run.format as ReportFormat);
}

type Due = { id: number; owner_id: number; report: string; every: ReportInterval };

/** Schedules without a run for their last complete period, except periods that ended before they were created. */
async function* dueSchedules(db: Db, now: Date) {
  const zone = await storedCompanyZone(db);
  for (const every of ['weekly', 'monthly'] as const) {
    const { from, to } = lastPeriod(every, now, zone);
    const due = await db
      .selectFrom('report_schedules as s')
      .select(['s.id', 's.owner_id', 's.report'])
      .where('s.every', '=', every)
      .where('s.paused', 'is', null)
      .where('s.created_at', '<', to)
      .where(
        // After a change of the time zone the same period begins at another hour.
        sql<boolean>`not exists (select from report_runs r where r.schedule_id = s.id and r.period_from > ${from}::timestamptz - interval '2 days')`,
      )
      .orderBy('s.id')
      .limit(500)
      .execute();
    for (const schedule of due) yield { ...schedule, every };
  }
}

/** Makes and mails every due report, each once per period even if several processes run this. */
export const sendReports = (platform: Platform, now: Date): Promise<number> =>
  inOwnTransactions(platform.db, dueSchedules(platform.db, now), (db, due) => sendReport(db, platform, due, now));

async function sendReport(db: Db, platform: Platform, due: Due, now: Date): Promise<boolean> {
  const zone = await storedCompanyZone(db);
  const period = lastPeriod(due.every, now, zone);
  // The lock makes a second process wait; it then finds the stored run and sends nothing.
  const locked = await db
    .selectFrom('report_schedules')
    .select(['paused', 'format'])
    .where('id', '=', due.id)
    .forUpdate()
    .executeTakeFirst();
  if (!locked || locked.paused !== null) return false;
  const actor = await actorOfUser(db, due.owner_id);
  const kind = reportKind(due.report);
  if (!actor || !kind || !may(actor, kind.needs)) {
    const paused = 'You no longer have access to this report.';
    await db.updateTable('report_schedules').set({ paused }).where('id', '=', due.id).execute();
    return false;
  }
  const [firstOf, lastOf] = [dayIn(period.from, zone), dayIn(new Date(period.to.getTime() - 1), zone)];
  const report = await readReport(db, due.report, period);
  const csv = reportCsv(report);
  const rows = report.cells.length;
  const pdf = locked.format === 'pdf' ? await pdfOf(db, platform, { due, period, report, now, zone }) : null;
  const run = await db
    .insertInto('report_runs')
    .values({
      schedule_id: due.id,
      period_from: period.from,
      period_to: period.to,
      first_day: firstOf,
      last_day: lastOf,
      row_count: rows,
      csv,
      pdf,
      created_at: now,
    })
    .onConflict((conflict) => conflict.constraint('report_runs_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  const user = run && (await userById(db, due.owner_id));
  if (!run || !user) return false;
  const { publicOrigin } = platform.config;
  const [first, last] = [dayLabel(new Date(firstOf)), dayLabel(new Date(lastOf))];
  const fits = (pdf?.length ?? Buffer.byteLength(csv)) <= attachmentBytesMax;
  await queueMail(db, {
    secrets: [],
    to: user.email,
    ...(fits ? { attachment: `report-run:${run.id}` } : {}),
    ...reportMessage(publicOrigin, { title: kind.title, first, last, rows, fits, format: pdf ? 'PDF' : 'CSV' }),
  });
  return true;
}

type Drawn = {
  readonly due: Due;
  readonly period: Period;
  readonly report: MadeReport;
  readonly now: Date;
  readonly zone: string;
};

async function pdfOf(db: Db, platform: Platform, { due, period, report, now, zone }: Drawn): Promise<Buffer> {
  const before = lastPeriod(due.every, period.from, zone);
  return reportPdf({
    title: reportKind(due.report)?.title ?? due.report,
    seller: sellerOf(await settingsOf(platform)),
    period,
    report,
    previous: { period: before, report: await readReport(db, due.report, before) },
    at: now,
    zone,
  });
}

type Made = { title: string; first: string; last: string; rows: number; fits: boolean; format: 'CSV' | 'PDF' };

const reportMessage = (origin: string, { title, first, last, rows, fits, format }: Made) =>
  mailMessage('scheduled-report', {
    subject: `${title}: ${first} to ${last}`,
    title,
    paragraphs: [
      `${first} to ${last}: ${rows === 1 ? '1 row' : `${rows} rows`}.`,
      fits ? `The ${format} file is attached.` : 'The file is too large for an e-mail. Download it in the back office.',
    ],
    button: { label: 'Open your reports', url: `${origin}/admin/reports` },
    footer:
      'You are receiving this e-mail because you scheduled this report. You can delete the schedule in the back office.',
  });

export const reportMailSamples: MailSamples<'scheduled-report'> = {
  'scheduled-report': (origin) =>
    reportMessage(origin, {
      title: 'Ledger account changes',
      first: '1 March 2026',
      last: '31 March 2026',
      rows: 42,
      fits: true,
      format: 'PDF',
    }),
};

const sendReportsJob = defineJob({
  name: 'analytics.send-reports',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ platform, now, log }) {
    const sent = await sendReports(platform, now);
    if (sent > 0) log.info({ sent }, 'Scheduled reports sent');
  },
});

export const reportJobs = [sendReportsJob];
export const reportSchedules: readonly Schedule[] = [
  { job: sendReportsJob, cron: '23 * * * *', timeZone: 'UTC', missed: 'latest' },
];
