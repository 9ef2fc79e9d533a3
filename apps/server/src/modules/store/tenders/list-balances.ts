import type { balances } from '@tuneport/contract/ledger/balances';
import { asShown, type Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { sql } from 'kysely';
import { type SignedInActor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { handlers } from '../../../platform/http/context.ts';
import { accountProblem, dealerById, receivable } from '../../dealers/index.ts';
import { type AccountBalance, balanceOf, balancesOf } from '../../ledger/index.ts';

const prepaidOf = async (db: Db, owner: Owner): Promise<AccountBalance[]> =>
  (await balancesOf(db, owner)).filter(({ account }) => account.kind === 'prepay');

/** Available prepaid money by currency. */
const spendable = async (db: Db, owner: Owner, dealer: DealerNamed | null) =>
  (await prepaidOf(db, owner))
    .filter((balance) => availableMinor(balance) > 0n)
    .map((balance) => ({
      source: 'prepaid' as const,
      dealer,
      available: toWire(money(availableMinor(balance), balance.account.unit as Currency)),
      credit_limit: null,
      barred: null,
    }));
type DealerNamed = { readonly id: number; readonly slug: string; readonly name: string };

const availableMinor = ({ account, postedMinor, pendingDebitMinor }: AccountBalance): bigint =>
  asShown(account.kind, postedMinor) - pendingDebitMinor;

async function dealerBalances(db: Db, dealerIds: readonly number[], now: Date) {
  const rows = [];
  for (const id of dealerIds) {
    const dealer = await dealerById(db, id);
    if (!dealer) continue;
    const currency = dealer.currency as Currency;
    const { postedMinor, pendingDebitMinor, maxMinor } = await balanceOf(db, receivable(id, currency));
    const limit = maxMinor ?? 0n;
    const left = limit - postedMinor - pendingDebitMinor;
    const named = { id, slug: dealer.slug, name: dealer.name };
    rows.push(...(await spendable(db, `dealer:${id}`, named)));
    rows.push({
      source: 'account' as const,
      dealer: named,
      available: toWire(money(left > 0n ? left : 0n, currency)),
      credit_limit: toWire(money(limit, currency)),
      barred: accountProblem(dealer, now) ?? (limit === 0n ? 'No credit limit is set on this dealer account.' : null),
    });
  }
  return rows;
}

const entriesMax = 50;

/** The latest movements of prepaid money, with labels. */
async function entriesOf(db: Db, userId: number, currency: string) {
  const { rows } = await sql<{ at: Date; kind: string; subject: string; reason: string | null; amount_minor: bigint }>`
    select t.at, t.kind, t.subject, t.reason, e.amount_minor
    from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    where a.kind = 'prepay' and a.owner = ${`user:${userId}`} and a.unit = ${currency} and not e.pending
    order by t.id desc limit ${entriesMax}`.execute(db);
  return rows.map(({ at, kind, subject, reason, amount_minor }) => ({
    at,
    label: labelOf(kind, subject, reason),
    amount: toWire(money(-amount_minor, currency as Currency)),
  }));
}

function labelOf(kind: string, subject: string, reason: string | null): string {
  const [of = '', id = ''] = subject.split(':');
  const number = /^\d+$/.test(id) ? Number(id) : 0;
  const sale = of.startsWith('order')
    ? `order ${orderNumber(number)}`
    : of.startsWith('purchase')
      ? `purchase ${purchaseNumber(number)}`
      : null;
  if (sale) return kind === 'payment.refunded' ? `Refund for ${sale}` : `Paid for ${sale}`;
  if (of === 'trade-in') return 'Trade-in';
  return reason ? `Credit: ${reason}` : 'Credit';
}

/** The balances that a user can pay with. */
export const balancesFor = async (db: Db, user: SignedInActor, now: Date) => [
  ...(await spendable(db, `user:${user.userId}`, null)),
  ...(await dealerBalances(
    db,
    user.dealers.map(({ id }) => id),
    now,
  )),
];

export const balanceRoutes = handlers<typeof balances>({
  'GET /v1/balances': ({ db, actor, now }) => balancesFor(db, signedIn(actor), now),
  'GET /v1/balances/prepaid': async ({ db, actor }) => {
    const { userId } = signedIn(actor);
    return Promise.all(
      (await prepaidOf(db, `user:${userId}`)).map(async (balance) => {
        const currency = balance.account.unit as Currency;
        return {
          available: toWire(money(availableMinor(balance), currency)),
          held: toWire(money(balance.pendingDebitMinor, currency)),
          entries: await entriesOf(db, userId, currency),
        };
      }),
    );
  },
});
