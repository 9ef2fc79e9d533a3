import { creditDealNumber } from '@tuneport/domain/dealers/credit-deal-states';
import { shares } from '@tuneport/domain/ledger/ledger-legs';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { creditNoteNumber, invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { valueTransferNumber } from '@tuneport/domain/tuning/value-transfer-states';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import type { DealTax } from '../../credits/index.ts';
import { brandOf, type DealRow, dealById } from '../../dealers/index.ts';
import { type AddressValues, hashToken } from '../../identity/index.ts';
import { type Purchase, purchaseViewer, readPurchase, readPurchaseByToken } from '../../purchases/index.ts';
import { companyZone, sellerOf, settingsOf } from '../../settings/index.ts';
import {
  type CreditedLine,
  type CreditedSale,
  creditNoteById,
  linkViewer,
  type OrderViewer,
  readOrder,
  viewerOf,
} from '../../store/index.ts';

/** The sale of a credit note, for actors who may read its invoice. */
type Viewer = {
  order(id: number): Promise<Awaited<ReturnType<typeof readOrder>>>;
  purchase(id: number): Promise<Purchase | null>;
  deal(id: number): Promise<DealRow | null>;
  missing(sale: CreditedSale, id: number): Promise<Error>;
};

const notFound = async () => new Refusal('not_found');
const noDeal = async () => null;

/** A deal of the actor's dealers, or any for staff. */
async function ownDeal(db: Db, actor: Actor, id: number): Promise<DealRow | null> {
  const [viewer, deal] = [purchaseViewer(signedIn(actor)), await dealById(db, id)];
  return deal && (viewer.staff || viewer.dealerIds.includes(deal.dealer_id)) ? deal : null;
}

const orderViewer = (db: Db, viewer: OrderViewer) => (id: number) => readOrder(db, id, viewer);

/** For the buyer, members of the dealer, and staff. */
export const readOwnCreditNote = (db: Db, platform: Platform, actor: Actor, id: number) =>
  readCreditNote(db, platform, id, {
    order: orderViewer(db, viewerOf(actor, undefined)),
    purchase: (sale) => readPurchase(db, sale, purchaseViewer(signedIn(actor))),
    deal: (sale) => ownDeal(db, actor, sale),
    missing: notFound,
  });

/** A credit note of a person's own sale, never one of a dealer. */
export const readPersonalCreditNote = (db: Db, platform: Platform, userId: number, id: number) =>
  readCreditNote(db, platform, id, {
    order: orderViewer(db, { userId, dealerIds: [], to: 'read', staff: false, tokenHash: null }),
    purchase: (sale) => readPurchase(db, sale, { userId, dealerIds: [], staff: false }),
    deal: noDeal,
    missing: notFound,
  });

/** The link of the sale's invoice also opens its credit notes. */
export const readCreditNoteByLink = (db: Db, platform: Platform, actor: Actor, id: number, token: string) =>
  readCreditNote(db, platform, id, {
    order: orderViewer(db, linkViewer(token, actor)),
    purchase: (sale) => readPurchaseByToken(db, sale, hashToken(token)),
    deal: noDeal,
    missing: (sale, saleId) => (sale === 'deal' ? notFound() : noRecord(db, sale, saleId, hashToken(token))),
  });

async function saleOf(viewer: Viewer, sale: CreditedSale, id: number) {
  if (sale === 'deal') {
    const deal = await viewer.deal(id);
    return (
      deal?.invoiced_at && {
        number: creditDealNumber(id),
        invoice: invoiceNumberOf({ region: deal.region ?? 0, invoice_no: deal.invoice_no }) ?? '',
        paidAt: deal.invoiced_at,
        billing: deal.billing as unknown as AddressValues,
        reverseCharge: deal.reverse_charge,
        taxes: deal.taxes as unknown as DealTax[],
        dealerId: null,
      }
    );
  }
  if (sale === 'order') {
    const order = await viewer.order(id);
    return (
      order?.paid_at && {
        number: orderNumber(id),
        invoice: invoiceNumberOf(order) ?? '',
        paidAt: new Date(order.paid_at),
        billing: order.billing,
        reverseCharge: order.reverse_charge,
        taxes: order.taxes,
        dealerId: order.dealer_id,
      }
    );
  }
  const purchase = await viewer.purchase(id);
  return (
    purchase?.paid_at && {
      number: purchaseNumber(id),
      invoice: invoiceNumberOf(purchase) ?? '',
      paidAt: purchase.paid_at,
      billing: purchase.billing,
      reverseCharge: purchase.reverse_charge,
      taxes: purchase.taxes,
      dealerId: purchase.dealer_id ?? purchase.installer_id,
    }
  );
}

async function readCreditNote(db: Db, platform: Platform, id: number, viewer: Viewer) {
  const note = await creditNoteById(db, id);
  if (!note) throw new Refusal('not_found');
  const sale = note.sale as CreditedSale;
  const sold = await saleOf(viewer, sale, note.sale_id);
  if (!sold) throw await viewer.missing(sale, note.sale_id);
  const zone = await companyZone(platform);
  // A note that cancels another one takes its credit back.
  const sign = note.cancels === null ? 1n : -1n;
  const wire = (minor: bigint) => toWire(money(sign * minor, note.currency as Currency));
  // A tax of the sale takes its part of the refunded tax by largest remainder, so the parts sum to it.
  const weights = sold.taxes.map(({ amount_minor }) => BigInt(amount_minor));
  const parts = weights.some((weight) => weight > 0n) ? shares(note.tax_minor, weights) : [];
  return {
    id,
    number: creditNoteNumber(id),
    issued_at: note.issued_at,
    issued_on: dayIn(note.issued_at, zone),
    seller: sellerOf(await settingsOf(platform)),
    sale,
    sale_number: sold.number,
    invoice: { number: sold.invoice, issued_on: dayIn(sold.paidAt, zone) },
    billing: sold.billing,
    lines: note.lines as unknown as CreditedLine[],
    cancels: note.cancels === null ? null : creditNoteNumber(note.cancels),
    moved:
      note.value_transfer_id === null
        ? null
        : {
            by: valueTransferNumber(note.value_transfer_id),
            fee: wire(-note.fee_minor),
            prepaid: wire(note.amount_minor - note.fee_minor),
          },
    net: wire(note.amount_minor - note.tax_minor),
    taxes: sold.taxes.flatMap(({ name, percent }, at) =>
      (parts[at] ?? 0n) > 0n ? [{ name, percent, amount: wire(parts[at] ?? 0n) }] : [],
    ),
    total: wire(note.amount_minor),
    reverse_charge: sold.reverseCharge,
    brand: await brandOf(db, sold.dealerId),
  };
}
