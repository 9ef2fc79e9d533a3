import { isRecordKind, type RecordKind, recordKind, type TimelineKind } from '@tuneport/domain/activity/record-kinds';
import { isSuperAdmin, may } from '@tuneport/domain/identity/permissions';
import { asShown, isAccountKind, isUnit, kindOf } from '@tuneport/domain/ledger/ledger-accounts';
import { paymentMachine } from '@tuneport/domain/payments/payment-states';
import { doneLabel, type Machine, type StateTone, stateLabel, stateTone } from '@tuneport/domain/states/machine';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { changesOf } from '../../platform/records/history.ts';
import { Refusal } from '../../platform/refusal.ts';
import { presentAmount } from '../ledger/index.ts';
import { type EventRow, recordTables, sourcesOf } from './timeline-sources.ts';

type Row = EventRow & { readonly moment: string; readonly actor_name: string | null };
type Query = { readonly show?: TimelineKind | undefined; readonly before?: string | undefined };

const eventsPerPage = 30;

/** Refuses a record that the actor may not read, or that does not exist. */
export async function requireRecord(db: Db, actor: Actor, kind: RecordKind, id: number): Promise<void> {
  if (!may(actor, recordKind(kind).read)) throw new Refusal('forbidden');
  const { rows } = await sql`select from ${sql.table(recordTables[kind])} where id = ${id}`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
}

export async function readTimeline(db: Db, actor: Actor, of: { kind: RecordKind; id: number }, query: Query) {
  await requireRecord(db, actor, of.kind, of.id);
  const rows = await eventRows(db, actor, of, query);
  const shown = rows.slice(0, eventsPerPage);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => presentEvent(row, of, actor)),
    next: rows.length > eventsPerPage && last ? `${last.moment}~${last.key}` : null,
  };
}

/**
 * The newest events of all sources the actor may read. Each source is read by its own index and cut to one page before
 * they are merged, so a record with a long history costs no more than one with a short one.
 */
async function eventRows(db: Db, actor: Actor, { kind, id }: { kind: RecordKind; id: number }, query: Query) {
  const sources = sourcesOf(kind, id).filter(
    ({ shows, needs }) => may(actor, needs) && (query.show === undefined || query.show === shows),
  );
  if (sources.length === 0) return [];
  const [moment = '', key = ''] = query.before?.split('~') ?? [];
  const before = query.before
    ? sql`where s.at <= ${moment}::timestamptz and (s.at, s.key) < (${moment}::timestamptz, ${key})`
    : sql``;
  const newest = (rows: RawBuilder<unknown>) =>
    sql`(select * from (${rows}) s ${before} order by s.at desc, s.key desc limit ${eventsPerPage + 1})`;
  const { rows } = await sql<Row>`
    select e.*, u.name as actor_name, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
    from (${sql.join(
      sources.map((source) => newest(source.rows)),
      sql` union all `,
    )}) e left join users u on u.id = e.actor_id
    order by e.at desc, e.key desc limit ${eventsPerPage + 1}`.execute(db);
  return rows;
}

export function presentEvent(row: Row, of: { kind: RecordKind; id: number }, actor: Actor) {
  const [, kind = '', id = ''] = /^([a-z-]+):(\d+)$/.exec(row.record) ?? [];
  const other = isRecordKind(kind) && !(kind === of.kind && Number(id) === of.id);
  const number = Number(row.key.split(':')[1]);
  const mine = row.kind === 'note' && (row.actor_id === actor.userId || isSuperAdmin(actor.role));
  return {
    id: row.key,
    kind: row.kind,
    at: row.at,
    by: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? `User ${row.actor_id}` },
    act: row.kind === 'change' ? row.event : null,
    ...titleOf(row, isRecordKind(kind) ? recordKind(kind).machine : undefined),
    text: row.kind === 'change' ? reasonOf(row.detail) : row.kind === 'mail' ? '' : row.text,
    amount: amountOf(row),
    changes: row.kind === 'change' ? changesOf(row.detail) : [],
    record: other ? { kind, id: Number(id), title: recordKind(kind).title(Number(id)) } : null,
    mail_id: row.kind === 'mail' ? number : null,
    note_id: mine ? number : null,
  };
}

const reasonOf = (detail: unknown): string => {
  const reason = (detail as { reason?: unknown } | null)?.reason;
  return typeof reason === 'string' ? reason : '';
};

const mailStates: Readonly<Record<string, { label: string; tone: StateTone }>> = {
  queued: { label: 'E-mail waiting to be sent', tone: 'busy' },
  sent: { label: 'E-mail sent', tone: 'neutral' },
  failed: { label: 'E-mail failed', tone: 'bad' },
  kept: { label: 'E-mail not sent (no mail server)', tone: 'careful' },
};

const paymentTitles: Readonly<Record<string, string>> = {
  captured: 'Paid',
  failed: 'Payment failed',
  disputed: 'Payment disputed',
  charged_back: 'Payment charged back',
  voided: 'Payment cancelled',
};
const refundTitles: Readonly<Record<string, string>> = {
  settled: 'Refunded',
  failed: 'Refund failed',
  open: 'Refund started',
  pending: 'Refund started',
};

/** Entries of a history that change no state. */
const entryTitles: Readonly<Record<string, string>> = {
  'return-requested': 'Return requested',
  'return-cancelled': 'Return cancelled',
  'return-received': 'Return received',
  'return-refused': 'Return refused',
  'return-accepted': 'Return accepted',
  start: 'Started',
  files: 'Files added',
  'hand-over': 'Handed over',
};

function titleOf(row: Row, machine: Machine | undefined): { title: string; tone: StateTone } {
  const { event, state } = row;
  if (row.kind === 'note') return { title: 'Note', tone: 'accent' };
  if (row.kind === 'change') return { title: event ?? '', tone: 'neutral' };
  if (row.kind === 'mail') {
    const { label, tone } = mailStates[state ?? ''] ?? { label: 'E-mail', tone: 'neutral' as const };
    return { title: `${label}: ${row.text}`, tone };
  }
  if (row.kind === 'step') {
    if (!machine || !state) return { title: state ?? event ?? '', tone: 'neutral' };
    const title = doneLabel(machine, event ?? '') ?? entryTitles[event ?? ''] ?? stateLabel(machine, state);
    return { title, tone: stateTone(machine, state) };
  }
  if (event === 'payment')
    return { title: paymentTitles[state ?? ''] ?? 'Payment', tone: stateTone(paymentMachine, state ?? '') };
  if (event === 'refund')
    return { title: refundTitles[state ?? ''] ?? 'Refund', tone: state === 'failed' ? 'bad' : 'neutral' };
  return { title: isAccountKind(row.account) ? kindOf(row.account).label : 'Ledger entry', tone: 'neutral' };
}

function amountOf({ amount_minor, unit, account }: Row) {
  if (amount_minor === null || !isUnit(unit)) return null;
  return presentAmount(isAccountKind(account) ? asShown(account, amount_minor) : amount_minor, unit);
}
