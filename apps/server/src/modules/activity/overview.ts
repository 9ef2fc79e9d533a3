import type { RecordKind } from '@tuneport/domain/activity/record-kinds';
import { may } from '@tuneport/domain/identity/permissions';
import { asShown, isAccountKind, isCreditUnit, isUnit, kindOf } from '@tuneport/domain/ledger/ledger-accounts';
import { isCurrency, money, toWire } from '@tuneport/domain/money/money';
import { amountText } from '@tuneport/domain/money/money-text';
import type { StateTone } from '@tuneport/domain/states/machine';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { presentAmount } from '../ledger/index.ts';
import { countRelated } from './related-lists.ts';
import { requireRecord } from './timeline.ts';

type Figure = {
  readonly label: string;
  readonly amounts: { amount: string; currency: string }[];
  readonly count: number | null;
  readonly note: string;
  readonly tone: StateTone;
};

/** Key figures of a record and how many records of each kind belong to it. */
export async function readOverview(db: Db, actor: Actor, of: { kind: RecordKind; id: number }, now: Date) {
  await requireRecord(db, actor, of.kind, of.id);
  const [figures, lists] = await Promise.all([figuresOf(db, actor, of, now), countRelated(db, actor, of, now)]);
  return { figures, lists };
}

async function figuresOf(
  db: Db,
  actor: Actor,
  { kind, id }: { kind: RecordKind; id: number },
  now: Date,
): Promise<Figure[]> {
  if (kind === 'user') {
    if (!may(actor, 'transactions.read')) return [];
    const [spent, balances, open] = await Promise.all([
      paidBy(db, sql`p.payer = ${`user:${id}`}`),
      balanceFigures(db, `user:${id}`),
      openFigure(db, 'user_id', id),
    ]);
    return [spentFigure('Lifetime spend', spent), ...balances, open];
  }
  if (kind === 'dealer') {
    const year = new Date(now);
    year.setUTCFullYear(year.getUTCFullYear() - 1);
    const [spent, balances, open] = await Promise.all([
      may(actor, 'transactions.read') ? paidByDealer(db, id, year) : null,
      balanceFigures(db, `dealer:${id}`),
      openFigure(db, 'dealer_id', id),
    ]);
    return [...balances, ...(spent ? [spentFigure('Paid in 12 months', spent)] : []), open];
  }
  return [];
}

type Sum = { readonly currency: string; readonly minor: bigint; readonly payments: bigint };

/** Captured less refunded, per currency. Deposits are returned, so they do not count as spending. */
async function paidBy(db: Db, wanted: RawBuilder<unknown>): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select p.currency, count(*) as payments, sum(p.captured_minor - coalesce((
      select sum(r.amount_minor) from payment_refunds r where r.payment_id = p.id and r.state = 'settled'), 0))::bigint as minor
    from payments p where ${wanted} and p.captured_minor > 0 and p.subject not like 'rental:%'
    group by p.currency order by minor desc`.execute(db);
  return rows;
}

const paidByDealer = (db: Db, id: number, since: Date) =>
  paidBy(
    db,
    sql`p.subject in (
      select s.subject from (
        select 'order' as of, o.id from orders o where o.dealer_id = ${id} and o.paid_at >= ${since}
        union all select 'purchase', b.id from catalog_purchases b where b.dealer_id = ${id} and b.paid_at >= ${since}
      ) mine, lateral (values (mine.of || ':' || mine.id), (mine.of || '-account:' || mine.id)) s (subject))`,
  );

function spentFigure(label: string, sums: readonly Sum[]): Figure {
  const payments = sums.reduce((all, sum) => all + Number(sum.payments), 0);
  return {
    label,
    amounts: sums.flatMap(({ minor, currency }) => (isCurrency(currency) ? [toWire(money(minor, currency))] : [])),
    count: null,
    note: payments === 0 ? 'No payments yet' : `${payments} ${payments === 1 ? 'payment' : 'payments'}, less refunds`,
    tone: 'neutral',
  };
}

type Balance = {
  readonly kind: string;
  readonly unit: string;
  readonly posted_minor: bigint;
  readonly max_minor: bigint | null;
};
const shownAccounts = ['ar', 'prepay', 'credits', 'earn.avail'] as const;

/** One figure per kind of account with a balance; what is owed to us also shows its limit. */
async function balanceFigures(db: Db, owner: string): Promise<Figure[]> {
  const { rows } = await sql<Balance>`
    select a.kind, a.unit, b.posted_minor, b.max_minor from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.owner = ${owner} and a.kind in (${sql.join(shownAccounts)}) order by a.unit`.execute(db);
  return shownAccounts.flatMap((kind) => {
    const mine = rows.filter((row) => row.kind === kind && isUnit(row.unit));
    const owed = kind === 'ar' && mine.some(({ posted_minor }) => posted_minor > 0n);
    const moved = mine.filter(({ posted_minor, unit }) => posted_minor !== 0n || !isCreditUnit(unit));
    if (mine.length === 0 || moved.length === 0 || !isAccountKind(kind)) return [];
    const limits = kind === 'ar' ? mine.flatMap(({ max_minor, unit }) => limitText(max_minor, unit)) : [];
    return [
      {
        label: kindOf(kind).label,
        amounts: moved.flatMap(({ posted_minor, unit }) =>
          isUnit(unit) ? [presentAmount(asShown(kind, posted_minor), unit)] : [],
        ),
        count: null,
        note: limits.length > 0 ? `Limit ${limits.join(', ')}` : '',
        tone: owed ? 'careful' : 'neutral',
      },
    ];
  });
}

const limitText = (minor: bigint | null, unit: string): string[] => {
  if (minor === null || minor === 0n || !isUnit(unit)) return [];
  const { amount, currency } = presentAmount(minor, unit);
  return [`${amountText(amount)} ${currency}`];
};

const openRequests = [
  'received',
  'identifying',
  'needs_information',
  'matched',
  'queued',
  'in_progress',
  'waiting_customer',
  'on_ice',
  'in_review',
  'revision_requested',
];

/** What waits for a person: open tickets, requests in progress and orders that have not shipped. */
async function openFigure(db: Db, column: 'user_id' | 'dealer_id', id: number): Promise<Figure> {
  const count = (table: string, states: readonly string[]) =>
    sql`(select count(*) from ${sql.table(table)} b where b.${sql.ref(column)} = ${id} and b.state = any(${states}))`;
  const { rows } = await sql<{ tickets: bigint; requests: bigint; orders: bigint }>`select
    ${count('tickets', ['new', 'open', 'waiting_customer', 'parked'])} as tickets,
    ${count('tune_requests', openRequests)} as requests,
    ${count('orders', ['paid', 'on_hold', 'part_shipped'])} as orders`.execute(db);
  const { tickets = 0n, requests = 0n, orders = 0n } = rows[0] ?? {};
  const part = (n: bigint, one: string) => (n === 0n ? [] : [`${n} ${n === 1n ? one : `${one}s`}`]);
  const parts = [...part(orders, 'order'), ...part(requests, 'request'), ...part(tickets, 'ticket')];
  const all = Number(tickets + requests + orders);
  return {
    label: 'In progress',
    amounts: [],
    count: all,
    note: parts.join(', ') || 'Nothing open',
    tone: all > 0 ? 'busy' : 'neutral',
  };
}
