import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { money, toWire } from '@tuneport/domain/money/money';
import { invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import { purchaseMachine, purchaseNumber, purchaseSentences } from '@tuneport/domain/purchases/purchase-states';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { t } from '@tuneport/domain/text/text';
import { valueTransferNumber } from '@tuneport/domain/tuning/value-transfer-states';
import type { Db } from '../../platform/db/db.ts';
import { type PaymentOutcome, presentPayment } from '../payments/index.ts';
import { presentTerms } from '../store/index.ts';
import { linesOf, type listPurchases } from './purchase-queries.ts';
import { balanceOfPurchase, type Purchase, type PurchaseLine } from './purchase-record.ts';
import { type ReturnedAmounts, returnedAmounts, returnedAmountsOf } from './refunds/returned-amounts.ts';

function head(purchase: Purchase, lines: readonly PurchaseLine[], back: ReturnedAmounts) {
  const wire = (minor: bigint) => toWire(money(minor, purchase.currency));
  return {
    id: purchase.id,
    number: purchaseNumber(purchase.id),
    invoice_number: invoiceNumberOf(purchase),
    state: purchase.state,
    sentence: t(purchaseSentences[purchase.state]),
    vehicle: purchase.vehicle,
    vehicle_path: purchase.vehicle_path,
    tunes: lines.filter(({ kind }) => kind === 'tune').map(({ label }) => label),
    total: wire(purchase.total_minor),
    refunded: wire(back.card + back.account),
    placed_at: purchase.placed_at,
    paid_at: purchase.paid_at,
    request_id: purchase.request_id,
  };
}

export async function presentPurchaseList(db: Db, list: Awaited<ReturnType<typeof listPurchases>>) {
  const ids = list.data.map(({ id }) => id);
  const [lines, back] = await Promise.all([linesOf(db, ids), returnedAmountsOf(db, ids)]);
  return {
    ...list,
    data: list.data.map((purchase) =>
      head(
        purchase,
        lines.filter(({ purchase_id }) => purchase_id === purchase.id),
        back.get(purchase.id) ?? { card: 0n, account: 0n },
      ),
    ),
  };
}

/** The value transfers that moved value away from a purchase. One that was undone is not named. */
async function transferNumbers(db: Db, { id, moved_minor }: Purchase): Promise<string[]> {
  if (moved_minor === 0n) return [];
  const rows = await db
    .selectFrom('value_transfers')
    .select('id')
    .where('old_purchase_id', '=', id)
    .where('state', '=', 'performed')
    .orderBy('id')
    .execute();
  return rows.map((row) => valueTransferNumber(row.id));
}

const dealerNamed = (db: Db, id: number | null) =>
  id === null
    ? undefined
    : db.selectFrom('dealers').select(['id', 'slug', 'name']).where('id', '=', id).executeTakeFirst();

export async function presentPurchase(db: Db, purchase: Purchase) {
  const wire = (minor: bigint) => toWire(money(minor, purchase.currency));
  const balance = balanceOfPurchase(purchase);
  const [lines, back, payer, dealer, installer] = await Promise.all([
    linesOf(db, [purchase.id]),
    returnedAmounts(db, purchase.id),
    dealerNamed(db, balance?.owner.startsWith('dealer:') ? Number(balance.owner.slice('dealer:'.length)) : null),
    dealerNamed(db, purchase.dealer_id),
    dealerNamed(db, purchase.installer_id),
  ]);
  return {
    ...head(purchase, lines, back),
    list: wire(purchase.list_minor),
    discount: wire(purchase.discount_minor),
    credit: wire(purchase.credit_minor),
    paid_with: lines.flatMap(({ label, credit_kind, credit_minor }) =>
      credit_kind === null ? [] : [{ label, credits: creditsLabel(credit_kind, 1), amount: wire(credit_minor) }],
    ),
    credits_back_at: purchase.credits_back_at,
    ...presentTerms(
      {
        included: purchase.tax_included,
        reverseCharge: purchase.reverse_charge,
        containedMinor: purchase.contained_minor,
        netMinor: purchase.total_minor - purchase.tax_minor,
      },
      purchase.currency,
    ),
    taxes: purchase.taxes.map(({ name, percent, amount_minor }) => ({
      name,
      percent,
      amount: wire(BigInt(amount_minor)),
    })),
    tax: wire(purchase.tax_minor),
    lines: lines.map((line) => ({
      kind: line.kind,
      label: line.label,
      tune_id: line.tune_id,
      tool_id: line.tool_id,
      required: line.required,
      list: wire(line.list_minor),
      amount: wire(line.net_minor + line.contained_minor),
      derivation: [...line.derivation],
    })),
    discounts: purchase.discounts.map(({ name, code }) => ({ name, code })),
    email: purchase.email,
    billing: purchase.billing,
    card: wire(purchase.card_minor),
    account: wire(purchase.account_minor),
    balance: balance && { source: balance.source, dealer: payer?.name ?? null },
    moved: wire(purchase.moved_minor),
    moved_by: await transferNumbers(db, purchase),
    paid_by_transfer: purchase.value_transfer_id === null ? null : valueTransferNumber(purchase.value_transfer_id),
    dealer: dealer ?? null,
    installer: installer ?? null,
    delivered_at: purchase.delivered_at,
    can: { link: eventsFrom(purchaseMachine, purchase.state, 'buyer').includes('link') },
  };
}

export const presentBought = async (
  db: Db,
  { purchase, outcome }: { purchase: Purchase; outcome: PaymentOutcome | null },
) => ({ purchase: await presentPurchase(db, purchase), payment: outcome && presentPayment(outcome) });
