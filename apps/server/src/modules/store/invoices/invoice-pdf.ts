import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { addedLabel, reverseChargeNote, reverseChargeRow } from '@tuneport/domain/store/tax-labels';
import { t } from '@tuneport/domain/text/text';
import { type PdfPart, renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import type { DealInvoice } from '../dealer-portal/deal-invoice.ts';
import type { purchaseInvoice } from '../purchases/purchase-invoice.ts';
import type { readOwnInvoice } from './read-invoice.ts';

type Invoice = Awaited<ReturnType<typeof readOwnInvoice>>;
type PurchaseInvoice = Awaited<ReturnType<typeof purchaseInvoice>>;
type Sum = { readonly label: string; readonly amount: string; readonly strong?: boolean };

const isSome = (amount: string): boolean => /[1-9]/.test(amount);
const sum = (label: string, amount: string): Sum => ({ label, amount: amountText(amount) });

type TaxedSale = Pick<Invoice['order'], 'tax_included' | 'reverse_charge' | 'tax_removed' | 'net' | 'taxes'>;

/** Added taxes and deducted tax come before the total; a total that contains tax is followed by its net amount. */
const taxesAbove = (sale: TaxedSale): Sum[] =>
  sale.tax_included
    ? isSome(sale.tax_removed.amount)
      ? [sum(t(reverseChargeRow), `-${sale.tax_removed.amount}`)]
      : []
    : taxSums(sale);
const taxesBelow = (sale: TaxedSale): Sum[] =>
  sale.tax_included && sale.taxes.length > 0 ? [sum(t('Net amount'), sale.net.amount), ...taxSums(sale)] : [];
const taxSums = ({ taxes }: TaxedSale): Sum[] => taxes.map((tax) => sum(addedLabel(tax), tax.amount.amount));

const taxNotes = (sale: TaxedSale): PdfPart[] =>
  sale.reverse_charge ? [{ kind: 'text', text: t(reverseChargeNote) }] : [];

type Paper = {
  readonly number: string;
  readonly issued_at: Date;
  readonly issued_on: string;
  readonly seller: Invoice['seller'];
  readonly brand: Invoice['brand'];
};

/** In the footer of an invoice or credit note, with the dealer whose brand the customer knows. */
export const numberThrough = ({ number, brand }: Pick<Paper, 'number' | 'brand'>): string =>
  brand ? t('{number}, through {name}', { number, name: brand.name }) : number;

async function paperPdf(paper: Paper, of: string, parts: readonly PdfPart[]): Promise<PdfFile> {
  const bytes = await renderPdf({
    title: t('Invoice'),
    seller: paper.seller,
    meta: [paper.number, of, paper.issued_on],
    at: paper.issued_at,
    footer: numberThrough(paper),
    parts,
  });
  return { name: `${paper.number}.pdf`, bytes };
}

export function invoicePdf(paper: Invoice): Promise<PdfFile> {
  const { order } = paper;
  return paperPdf(paper, t('Order {number}', { number: order.number }), [
    {
      kind: 'sides',
      sides: [
        { title: t('Billed to'), lines: addressLines(order.billing) },
        ...(order.shipping_address ? [{ title: t('Ship to'), lines: addressLines(order.shipping_address) }] : []),
      ],
    },
    {
      kind: 'table',
      columns: [
        { label: t('Item'), width: 52 },
        { label: t('Quantity'), width: 12, align: 'right' },
        { label: t('Each'), width: 18, align: 'right' },
        { label: t('Amount'), width: 18, align: 'right' },
      ],
      rows: order.lines.map((line) => [
        [line.name, ...line.options.map((one) => `${one.option}: ${one.selection}`)].join(', '),
        String(line.quantity),
        amountText(line.unit_price.amount),
        amountText(line.list.amount),
      ]),
    },
    {
      kind: 'sums',
      rows: [
        sum(t('Goods'), order.list.amount),
        ...(isSome(order.discount.amount) ? [sum(t('Discount'), `-${order.discount.amount}`)] : []),
        ...(order.shipping_tier
          ? [sum(t('Shipping, {name}', { name: order.shipping_tier.name }), order.shipping.amount)]
          : []),
        ...taxesAbove(order),
        { label: t('Total'), amount: `${amountText(order.total.amount)} ${order.total.currency}`, strong: true },
        ...taxesBelow(order),
        ...(isSome(paper.refunded.amount) ? [sum(t('Refunded since'), paper.refunded.amount)] : []),
      ],
    },
    ...taxNotes(order),
  ]);
}

export function purchaseInvoicePdf(paper: PurchaseInvoice): Promise<PdfFile> {
  const { purchase } = paper;
  const isSplit = isSome(purchase.card.amount) && isSome(purchase.account.amount);
  return paperPdf(paper, t('Purchase {number}', { number: purchase.number }), [
    {
      kind: 'sides',
      sides: [
        { title: t('Billed to'), lines: addressLines(purchase.billing) },
        { title: t('For'), lines: [purchase.vehicle] },
      ],
    },
    {
      kind: 'table',
      columns: [
        { label: t('Item'), width: 64 },
        { label: t('List'), width: 18, align: 'right' },
        { label: t('Amount'), width: 18, align: 'right' },
      ],
      rows: purchase.lines.map((line) => [line.label, amountText(line.list.amount), amountText(line.amount.amount)]),
    },
    {
      kind: 'sums',
      rows: [
        ...purchase.paid_with.map(({ label, credits, amount }) =>
          sum(t('{label}, paid with {credits}', { label, credits }), `-${amount.amount}`),
        ),
        ...taxesAbove(purchase),
        { label: t('Total'), amount: `${amountText(purchase.total.amount)} ${purchase.total.currency}`, strong: true },
        ...taxesBelow(purchase),
        ...(isSplit ? [sum(t('By card'), purchase.card.amount)] : []),
        ...(isSome(purchase.account.amount)
          ? [
              sum(
                purchase.paid_by_transfer
                  ? t('Prepaid balance, {number}', { number: purchase.paid_by_transfer })
                  : purchase.balance?.source === 'prepaid'
                    ? t('Prepaid balance')
                    : t('On account'),
                purchase.account.amount,
              ),
            ]
          : []),
        ...(isSome(purchase.moved.amount)
          ? [sum(t('Moved by {number}', { number: purchase.moved_by.join(', ') }), `-${purchase.moved.amount}`)]
          : []),
        ...(isSome(purchase.refunded.amount) ? [sum(t('Refunded since'), purchase.refunded.amount)] : []),
      ],
    },
    ...taxNotes(purchase),
  ]);
}

export function dealInvoicePdf(paper: DealInvoice): Promise<PdfFile> {
  const { deal } = paper;
  return paperPdf({ ...paper, brand: null }, t('Credit deal {number}', { number: deal.number }), [
    { kind: 'sides', sides: [{ title: t('Billed to'), lines: addressLines(deal.billing) }] },
    {
      kind: 'table',
      columns: [
        { label: t('Item'), width: 80 },
        { label: t('Quantity'), width: 20, align: 'right' },
      ],
      rows: deal.lines.map(({ name, quantity }) => [name, String(quantity)]),
    },
    {
      kind: 'sums',
      rows: [
        sum(t('Net amount'), deal.net.amount),
        ...deal.taxes.map((tax) => sum(addedLabel(tax), tax.amount.amount)),
        { label: t('Total'), amount: `${amountText(deal.total.amount)} ${deal.total.currency}`, strong: true },
      ],
    },
    ...(deal.reverse_charge ? [{ kind: 'text' as const, text: t(reverseChargeNote) }] : []),
  ]);
}
