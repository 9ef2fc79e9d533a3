import { sql } from 'kysely';
import type { PaymentProvider } from '../../platform/payments/provider.ts';
import { violationsAtRest } from '../invariants.ts';
import { minorOf } from './oracle.ts';
import type { Send } from './shop.ts';
import { compare, type Placed, type Run } from './shopper.ts';

/** The provider's own record of charges and refunds, by the uuid of our payment. */
export type Witness = ReadonlyMap<
  string,
  { readonly charged: bigint; readonly back: bigint; readonly charges: number }
>;

/** Cost of goods is not reversed by a refund. */
const worth = ['cogs', 'stock', 'loss', 'difference'];

type Paid = { uuid: string; order_id: number; captured: bigint; refunded: bigint; state: string; provider: string };

/**
 * Checks all invariants at the end of a run. Violations are added to `run.wrong`; returns the number of compared
 * amounts.
 */
export async function check(run: Run, provider: PaymentProvider, witness: Witness): Promise<number> {
  const { db } = run.shop.server;
  run.wrong.push(...(await violationsAtRest(db, provider)));
  return eachOrder(run, witness);
}

/** For every order: price shown = order = invoice = export = ledger = captured at the provider. */
async function eachOrder(run: Run, witness: Witness): Promise<number> {
  const { db } = run.shop.server;
  const send = run.staff[0] as Send;
  const { rows } = await sql<Paid>`
    select p.uuid, split_part(p.subject, ':', 2)::integer as order_id, p.captured_minor as captured, p.state, p.provider,
      (select coalesce(sum(r.amount_minor), 0)::bigint from payment_refunds r where r.payment_id = p.id and r.state = 'settled') as refunded
    from payments p where p.captured_minor > 0`.execute(db);
  const payments = Map.groupBy(rows, ({ order_id }) => order_id);
  const exported = await exportedTotals(send);
  const booked = await bookedSums(run);
  let compared = 0;
  for (const order of run.orders) {
    const wrong = (what: string) => run.wrong.push(`order ${order.id}: ${what}`);
    const shown = (await send('GET', `/order/${order.id}?token=${order.token}`)).body;
    compare(run, `snapshot of ${order.id}`, shown, order.sums);
    const lines = shown.lines.reduce((all: bigint, line: { net: never }) => all + minorOf(line.net), 0n);
    const taxes = shown.taxes.reduce((all: bigint, one: { amount: never }) => all + minorOf(one.amount), 0n);
    if (lines + order.sums.shipping + taxes !== order.sums.total) wrong('lines, shipping and taxes are not the total');
    const mine = payments.get(order.id) ?? [];
    const left = mine.reduce((all, { captured, refunded }) => all + captured - refunded, 0n);
    const byCard = mine.filter(({ provider: name }) => name !== 'prepaid');
    const keptByCard = byCard.reduce((all, { captured, refunded }) => all + captured - refunded, 0n);
    const atProvider = mine.reduce(
      (all, { uuid }) => all + (witness.get(uuid)?.charged ?? 0n) - (witness.get(uuid)?.back ?? 0n),
      0n,
    );
    if (keptByCard !== atProvider) wrong(`we keep ${keptByCard}, the provider says ${atProvider}`);
    for (const { uuid } of byCard) if (witness.get(uuid)?.charges !== 1) wrong(`${witness.get(uuid)?.charges} charges`);
    const sums = booked.get(order.id) ?? new Map<string, bigint>();
    if ((sums.get('cash') ?? 0n) !== keptByCard)
      wrong(`the book has ${sums.get('cash')} in cash, ${keptByCard} are kept`);
    if ((sums.get('prepay') ?? 0n) !== left - keptByCard) wrong(`${sums.get('prepay')} of prepaid money paid for it`);
    compared += 12;
    if (shown.paid_at === null) {
      if (order.reportedPaid) wrong('was reported as paid, and is not');
      if (left !== 0n) wrong(`is not paid, and ${left} are kept`);
      continue;
    }
    if (order.reportedCancelled && shown.state !== 'cancelled')
      wrong(`was reported as cancelled, and is ${shown.state}`);
    if (order.shipped && shown.state !== 'shipped') wrong(`was reported as shipped, and is ${shown.state}`);
    if (shown.state === 'cancelled' && left !== 0n) wrong(`is cancelled, and ${left} are kept`);
    if (left === 0n && ['paid', 'on_hold', 'part_shipped'].includes(shown.state))
      wrong(`is ${shown.state} without money`);
    await paid(run, send, order, mine, exported, sums);
    compared += 9;
  }
  return compared;
}

async function paid(
  run: Run,
  send: Send,
  order: Placed,
  mine: readonly Paid[],
  exported: ReadonlyMap<string, { lines: bigint; total: bigint; refunded: bigint }>,
  sums: ReadonlyMap<string, bigint>,
): Promise<void> {
  const wrong = (what: string) => run.wrong.push(`order ${order.id}: ${what}`);
  const captured = mine.reduce((all, one) => all + one.captured, 0n);
  const refunded = mine.reduce((all, one) => all + one.refunded, 0n);
  if (captured !== order.sums.total) wrong(`captured ${captured} of ${order.sums.total}`);
  if (refunded > captured) wrong('more was paid back than taken');
  const reported = [...order.reportedRefunds.values()].reduce((a, b) => a + b, 0n);
  if (reported > refunded) wrong(`${reported} were reported as refunded, ${refunded} were`);
  const invoice = (await send('GET', `/invoices/${order.id}`)).body;
  compare(run, `invoice of ${order.id}`, invoice.order, order.sums);
  if (minorOf(invoice.refunded) !== refunded) wrong(`the invoice says ${invoice.refunded.amount} went back`);
  const row = exported.get(order.number);
  if (row?.total !== captured || row.refunded !== refunded || row.lines !== captured)
    wrong(`the export says ${row?.total}, its lines ${row?.lines}, back ${row?.refunded}`);
  const owed = ['defer.goods', 'rev', 'rev.shipping', 'tax'].reduce((all, kind) => all + (sums.get(kind) ?? 0n), 0n);
  if (owed !== refunded - captured) wrong(`goods, revenue and tax are ${owed} in the book`);
  if (order.shipped && (sums.get('defer.goods') ?? 0n) !== 0n) wrong('has left, and is still owed');
  if ((sums.get('cost.comm') ?? 0n) !== -(sums.get('earn.hold') ?? 0n)) wrong('commission and its cost differ');
  if (captured === refunded)
    for (const [kind, left] of sums)
      if (left !== 0n && !worth.includes(kind)) wrong(`is paid back whole, and ${kind} keeps ${left}`);
}

async function exportedTotals(send: Send) {
  const { text } = await send('GET', '/v1/admin/transactions/export');
  const [head = '', ...rows] = text.trimEnd().split('\r\n');
  const at = (name: string) => head.split(',').indexOf(name);
  const totals = new Map<string, { lines: bigint; total: bigint; refunded: bigint }>();
  for (const cells of rows.map((row) => row.split(','))) {
    const currency = cells[at('currency')] ?? '';
    const minor = (name: string) => {
      const amount = cells[at(name)] ?? '';
      return amount === '' ? 0n : minorOf({ amount, currency });
    };
    const number = cells[at('order')] ?? '';
    const one = totals.get(number) ?? { lines: 0n, total: 0n, refunded: 0n };
    one.lines += minor('net') + minor('order_shipping') + minor('order_tax');
    one.total += minor('transaction_total');
    one.refunded += minor('transaction_refunded');
    totals.set(number, one);
  }
  return totals;
}

async function bookedSums(run: Run): Promise<Map<number, Map<string, bigint>>> {
  const { rows } = await sql<{ order_id: number; kind: string; amount: bigint }>`
    select split_part(t.subject, ':', 2)::integer as order_id, a.kind, sum(e.amount_minor)::bigint as amount
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.subject like 'order:%' and not e.pending group by 1, 2`.execute(run.shop.server.db);
  const sums = new Map<number, Map<string, bigint>>();
  for (const { order_id, kind, amount } of rows)
    sums.set(order_id, (sums.get(order_id) ?? new Map()).set(kind, amount));
  return sums;
}
