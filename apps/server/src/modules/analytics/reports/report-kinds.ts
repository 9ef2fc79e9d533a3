import { csvRow } from '@tuneport/domain/api/csv-row';
import type { Permission } from '@tuneport/domain/identity/permissions';
import { accountKinds, isAccountKind } from '@tuneport/domain/ledger/ledger-accounts';
import { payoutNumber } from '@tuneport/domain/ledger/payout-states';
import { type Currency, isCurrency, money, toDecimal } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { valueTransferNumber } from '@tuneport/domain/tuning/value-transfer-states';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export type Period = { readonly from: Date; readonly to: Date };

export type Cell = string | number | null | { readonly number: string };
type Kind<Row> = {
  readonly title: string;
  readonly needs: Permission;
  readonly head: readonly string[];
  readonly rows: (period: Period) => RawBuilder<Row>;
  readonly cells: (row: Row) => readonly Cell[];
};

/** The rows of a report are only known to its own `cells`. */
const kind = <Row>(one: Kind<Row>) => one as unknown as Kind<unknown>;

const amount = (minor: bigint | null, unit: string): Cell =>
  minor === null ? '' : { number: isCurrency(unit) ? toDecimal(money(minor, unit as Currency)) : String(minor) };
const timestamp = (at: Date) => at.toISOString();

/** One movement of a payment, at the time it was posted. */
type Payment = {
  at: Date;
  subject: string;
  provider: string;
  state: string;
  currency: string;
  paid: bigint;
  back: bigint;
  disputed: bigint;
};
type Change = { kind: string; unit: string; debit: bigint; credit: bigint };
type Order = { id: number; at: Date; state: string; email: string; currency: string; total: bigint };
type Request = { id: number; at: Date; state: string; vehicle: string; customer: string; delivered_at: Date | null };
type Moved = {
  id: number;
  at: Date;
  state: string;
  cause: string;
  currency: string;
  value: bigint | null;
  fee: bigint | null;
};
type Paid = { id: number; at: Date; state: string; owner: string; currency: string; amount: bigint };

/** Every report. Its rows are read in one statement, oldest first. */
const kinds: Readonly<Record<string, Kind<unknown>>> = {
  payments: kind<Payment>({
    title: 'Payments and refunds',
    needs: 'transactions.read',
    head: ['date', 'subject', 'paid_with', 'state', 'currency', 'captured', 'refunded', 'disputed'],
    rows: ({ from, to }) => sql`
      select m.at, p.subject, p.provider, p.state, p.currency, m.paid, m.back, m.disputed
      from (
        select e.at, e.transfer_id, (t.detail ->> 'payment')::integer as payment_id,
          case when t.kind = 'payment.captured' then e.amount_minor else 0 end as paid,
          case when t.kind = 'payment.refunded' then -e.amount_minor else 0 end as back,
          case when t.kind like 'payment.dispute-%' then -e.amount_minor else 0 end as disputed
        from ledger_accounts a join ledger_entries e on e.account_id = a.id and not e.pending and e.at >= ${from} and e.at < ${to}
        join ledger_transfers t on t.id = e.transfer_id
        where t.detail ? 'payment' and (a.kind = 'cash' or t.kind = 'payment.refunded' and exists (
          select from payments b where b.id = (t.detail ->> 'payment')::integer and b.payer = a.owner
            and a.kind = case b.provider when 'account' then 'ar' when 'prepaid' then 'prepay' end))
        union all
        -- A balance is charged in the transaction that records its payment.
        select b.created_at, null, b.id, b.captured_minor, 0, 0 from payments b
        where b.provider in ('account', 'prepaid') and b.created_at >= ${from} and b.created_at < ${to}
      ) m join payments p on p.id = m.payment_id
      order by m.at, p.id, m.transfer_id`,
    cells: (row) => [
      timestamp(row.at),
      row.subject,
      row.provider,
      row.state,
      row.currency,
      amount(row.paid, row.currency),
      amount(row.back, row.currency),
      amount(row.disputed, row.currency),
    ],
  }),
  ledger: kind<Change>({
    title: 'Ledger account changes',
    needs: 'transactions.read',
    head: ['account', 'name', 'currency', 'debits', 'credits'],
    rows: ({ from, to }) => sql`
      select a.kind, a.unit, coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0)::bigint as debit,
        coalesce(-sum(e.amount_minor) filter (where e.amount_minor < 0), 0)::bigint as credit
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.at >= ${from} and e.at < ${to} and not e.pending group by 1, 2 order by 1, 2`,
    cells: (row) => [
      row.kind,
      isAccountKind(row.kind) ? accountKinds[row.kind].label : row.kind,
      row.unit,
      amount(row.debit, row.unit),
      amount(row.credit, row.unit),
    ],
  }),
  orders: kind<Order>({
    title: 'Orders',
    needs: 'transactions.read',
    head: ['order', 'date', 'state', 'email', 'currency', 'total'],
    rows: ({ from, to }) => sql`
      select o.id, o.placed_at as at, o.state, o.email, o.currency, o.total_minor as total from orders o
      where o.placed_at >= ${from} and o.placed_at < ${to} order by o.id`,
    cells: (row) => [
      orderNumber(row.id),
      timestamp(row.at),
      row.state,
      row.email,
      row.currency,
      amount(row.total, row.currency),
    ],
  }),
  'tune-requests': kind<Request>({
    title: 'Tune requests',
    needs: 'tune-requests.admin',
    head: ['request', 'date', 'state', 'vehicle', 'customer', 'delivered'],
    rows: ({ from, to }) => sql`
      select q.id, q.created_at as at, q.state, q.vehicle, u.name as customer, q.delivered_at
      from tune_requests q join users u on u.id = q.user_id
      where q.created_at >= ${from} and q.created_at < ${to} and q.state <> 'deleted' order by q.id`,
    cells: (row) => [
      tuneRequestNumber(row.id),
      timestamp(row.at),
      row.state,
      row.vehicle,
      row.customer,
      row.delivered_at ? timestamp(row.delivered_at) : '',
    ],
  }),
  'value-transfers': kind<Moved>({
    title: 'Value transfers',
    needs: 'value-transfers',
    head: ['transfer', 'date', 'state', 'cause', 'currency', 'value', 'fee'],
    rows: ({ from, to }) => sql`
      select v.id, v.created_at as at, v.state, v.cause, v.currency, v.value_minor as value, v.fee_minor as fee
      from value_transfers v where v.created_at >= ${from} and v.created_at < ${to} order by v.id`,
    cells: (row) => [
      valueTransferNumber(row.id),
      timestamp(row.at),
      row.state,
      row.cause,
      row.currency,
      amount(row.value, row.currency),
      amount(row.fee, row.currency),
    ],
  }),
  payouts: kind<Paid>({
    title: 'Payouts',
    needs: 'payouts',
    head: ['payout', 'date', 'state', 'partner', 'currency', 'amount'],
    rows: ({ from, to }) => sql`
      select p.id, p.made_at as at, p.state, p.owner, p.currency, p.amount_minor as amount
      from payouts p where p.made_at >= ${from} and p.made_at < ${to} order by p.id`,
    cells: (row) => [
      payoutNumber(row.id),
      timestamp(row.at),
      row.state,
      row.owner,
      row.currency,
      amount(row.amount, row.currency),
    ],
  }),
};

export const reportKinds = Object.entries(kinds).map(([report, { title, needs }]) => ({ report, title, needs }));
export const reportKind = (report: string) => (Object.hasOwn(kinds, report) ? kinds[report] : undefined);

export type MadeReport = { readonly head: readonly string[]; readonly cells: readonly (readonly Cell[])[] };

export async function readReport(db: Db, report: string, period: Period): Promise<MadeReport> {
  const found = reportKind(report);
  if (!found) throw new Error(`there is no report ${report}`);
  const { rows } = await found.rows(period).execute(db);
  return { head: found.head, cells: rows.map((row) => found.cells(row)) };
}

/** UTF-8. */
export const reportCsv = ({ head, cells }: MadeReport): string => [head, ...cells].map(csvRow).join('');
