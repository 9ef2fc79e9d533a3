import { type CreditKind, creditsName } from '@tuneport/domain/credits/tune-credits';
import { creditDealNumber } from '@tuneport/domain/dealers/credit-deal-states';
import { type Currency, money, roundedQuotient, toWire } from '@tuneport/domain/money/money';
import { invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import type { CapturedPart } from '@tuneport/domain/payments/invoice-payment';
import { isEuCountry } from '@tuneport/domain/places/eu-countries';
import { regions } from '@tuneport/domain/places/regions';
import { taxesOf } from '@tuneport/domain/store/tax/tax-table';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { businessAddress, type DealRow, dealById, dealerById, hasBillingInfo } from '../../dealers/index.ts';
import type { AddressValues } from '../../identity/index.ts';
import { capturedFor, presentInvoicePayment } from '../../payments/index.ts';
import { companyZone, sellerOf, settingsOf } from '../../settings/index.ts';
import { creditNotesOf, saleTaxes, tablesOf } from '../../store/index.ts';
import { paidByCard } from './paid-by-card.ts';

// A tune credit is a single-purpose voucher: what it buys, where and at which rate is known when it is sold. So the tax
// is due then, and none when the credit is used (decision 096).

export const dealKinds = ['ecu', 'tcu', 'awd', 'universal'] as const satisfies readonly CreditKind[];
export const dealUnits = (deal: DealRow, kind: CreditKind): number => deal[`${kind}_credits`];

export type DealTax = { readonly name: string; readonly percent: string; readonly amount_minor: string };
type DealTaxes = { readonly taxes: readonly DealTax[]; readonly taxMinor: bigint; readonly reverseCharge: boolean };

const untaxed: DealTaxes = { taxes: [], taxMinor: 0n, reverseCharge: false };

/** The tax that the price of a deal contains now, by the billing address of its dealer. */
export async function taxesOfDeal(platform: Platform, deal: DealRow): Promise<DealTaxes> {
  if (deal.kind !== 'credit_pack') return untaxed;
  if (deal.invoice_no !== null)
    return { taxes: deal.taxes as unknown as DealTax[], taxMinor: deal.tax_minor, reverseCharge: deal.reverse_charge };
  const dealer = await dealerById(platform.db, deal.dealer_id);
  const address = dealer ? businessAddress(dealer) : null;
  const place = address && { countryCode: address.country_code, state: address.state };
  const sale = await saleTaxes(platform, { region: regions.Europe, dealerId: deal.dealer_id, place });
  // The price was agreed with this dealer, so reverse charge does not lower it.
  const { reverseCharge } = sale.terms;
  const { taxes, taxMinor } = taxesOf(deal.price_minor, sale.taxes, { included: true, reverseCharge });
  return {
    taxes: taxes.map(({ name, percent, amountMinor }) => ({ name, percent, amount_minor: `${amountMinor}` })),
    taxMinor,
    reverseCharge,
  };
}

/** A pack cannot be taxed or invoiced without a billing address. */
export async function requireDealBilling(
  platform: Platform,
  deal: DealRow,
  dealer: Parameters<typeof hasBillingInfo>[0],
): Promise<void> {
  if (deal.kind !== 'credit_pack' || hasBillingInfo(dealer)) return;
  if ((await tablesOf(platform)).taxes.length > 0) throw new Refusal('dealer_missing_billing_info');
}

/** Stores the tax of a paid pack and numbers its invoice, in the transaction of the payment. */
export async function invoiceDeal(db: Db, platform: Platform, deal: DealRow, now: Date): Promise<DealRow> {
  const dealer = await dealerById(db, deal.dealer_id);
  const billing = dealer ? businessAddress(dealer) : null;
  if (deal.kind !== 'credit_pack' || !billing) return deal;
  const { taxes, taxMinor, reverseCharge } = await taxesOfDeal({ ...platform, db }, deal);
  const region = isEuCountry(billing.country_code) ? regions.Europe : regions.NorthAmerica;
  await db
    .updateTable('dealer_credit_deals')
    .set({
      tax_minor: taxMinor,
      taxes: JSON.stringify(taxes),
      reverse_charge: reverseCharge,
      billing: JSON.stringify(billing),
      region,
      invoice_no: sql<number>`next_document_no(${`invoice:${region}`})`,
      invoiced_at: now,
    })
    .where('id', '=', deal.id)
    .execute();
  return (await dealById(db, deal.id)) ?? deal;
}

/** What the credits of a deal cost before tax. */
export const dealNet = (deal: Pick<DealRow, 'price_minor' | 'tax_minor'>): bigint => deal.price_minor - deal.tax_minor;

/** The tax on a part of a deal, as a difference of running totals, so that the parts add up to the whole. */
export function dealTaxPart(
  deal: Pick<DealRow, 'price_minor' | 'tax_minor'>,
  beforeMinor: bigint,
  netMinor: bigint,
): bigint {
  const whole = dealNet(deal);
  const upTo = (minor: bigint) => (whole === 0n ? 0n : roundedQuotient(deal.tax_minor * minor, whole));
  return upTo(beforeMinor + netMinor) - upTo(beforeMinor);
}

/** A deal is paid by card or charged to the account of its dealer, never both. */
const paidParts = async (db: Db, deal: DealRow): Promise<CapturedPart[]> =>
  (await paidByCard(db, deal.id)).length > 0
    ? capturedFor(db, [`credit-deal:${deal.id}`])
    : [{ means: 'account', amountMinor: deal.price_minor, withheldMinor: 0n }];

/** Every refund of a deal has a credit note. */
async function creditedMinor(db: Db, id: number): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(case when cancels is null then amount_minor else -amount_minor end), 0)::bigint as sum
    from credit_notes where sale = 'deal' and sale_id = ${id}`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** The invoice of a deal of this dealer. */
export async function readDealInvoice(db: Db, platform: Platform, dealerId: number, id: number) {
  const deal = await dealById(db, id);
  const number = deal?.region == null ? null : invoiceNumberOf({ region: deal.region, invoice_no: deal.invoice_no });
  if (deal?.dealer_id !== dealerId || number === null || deal.invoiced_at === null) throw new Refusal('not_found');
  const wire = (minor: bigint) => toWire(money(minor, deal.currency as Currency));
  return {
    number,
    issued_at: deal.invoiced_at,
    issued_on: dayIn(deal.invoiced_at, await companyZone(platform)),
    seller: sellerOf(await settingsOf(platform)),
    deal: {
      id: deal.id,
      number: creditDealNumber(deal.id),
      title: deal.title,
      lines: dealKinds.flatMap((kind) => {
        const units = dealUnits(deal, kind);
        return units > 0 ? [{ name: creditsName(kind), quantity: units }] : [];
      }),
      net: wire(dealNet(deal)),
      taxes: (deal.taxes as unknown as DealTax[]).map(({ name, percent, amount_minor }) => ({
        name,
        percent,
        amount: wire(BigInt(amount_minor)),
      })),
      total: wire(deal.price_minor),
      reverse_charge: deal.reverse_charge,
      billing: deal.billing as unknown as AddressValues,
    },
    refunded: wire(await creditedMinor(db, deal.id)),
    payment: presentInvoicePayment(money(deal.price_minor, deal.currency as Currency), await paidParts(db, deal)),
    credit_notes: await creditNotesOf(db, 'deal', deal.id),
  };
}
export type DealInvoice = Awaited<ReturnType<typeof readDealInvoice>>;
