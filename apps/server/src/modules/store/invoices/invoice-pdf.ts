import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { reverseChargeNote } from '@tuneport/domain/store/tax-labels';
import { t } from '@tuneport/domain/text/text';
import { type PdfPart, renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import type { purchaseInvoice } from '../purchases/purchase-invoice.ts';
import type { readOwnInvoice } from './read-invoice.ts';

type Invoice = Awaited<ReturnType<typeof readOwnInvoice>>;
type PurchaseInvoice = Awaited<ReturnType<typeof purchaseInvoice>>;
type Sum = { readonly label: string; readonly amount: string; readonly strong?: boolean };

const isSome = (amount: string): boolean => /[1-9]/.test(amount);
const sum = (label: string, amount: string): Sum => ({ label, amount: amountText(amount) });

type TaxedSale = Pick<Invoice['order'], 'tax_included' | 'reverse_charge' | 'tax_removed' | 'net' | 'taxes'>;

/** Added taxes and tax that was taken off stand above the total; a total that contains tax is followed by its net amount. */
const taxesAbove = (sale: TaxedSale): Sum[] =>
  sale.tax_included
    ? isSome(sale.tax_removed.amount)
      ? [sum('VAT taken off (reverse charge)', `-${sale.tax_removed.amount}`)]
      : []
    : taxSums(sale);
const taxesBelow = (sale: TaxedSale): Sum[] =>
  sale.tax_included && sale.taxes.length > 0 ? [sum('Net', sale.net.amount), ...taxSums(sale, ', included')] : [];
const taxSums = ({ taxes }: TaxedSale, more = ''): Sum[] =>
  taxes.map(({ name, percent, amount }) => sum(`${name} ${percent} %${more}`, amount.amount));

/** In the language of the reader, because the recipient has to act on it. */
const taxNotes = (sale: TaxedSale): PdfPart[] =>
  sale.reverse_charge ? [{ kind: 'text', text: t(reverseChargeNote) }] : [];

type Paper = {
  readonly number: string;
  readonly issued_at: Date;
  readonly issued_on: string;
  readonly seller: Invoice['seller'];
  readonly brand: Invoice['brand'];
};

async function paperPdf(paper: Paper, of: string, parts: readonly PdfPart[]): Promise<PdfFile> {
  const bytes = await renderPdf({
    title: 'Invoice',
    seller: paper.seller,
    meta: [paper.number, of, paper.issued_on],
    at: paper.issued_at,
    footer: `${paper.number}${paper.brand ? `, through ${paper.brand.name}` : ''}`,
    parts,
  });
  return { name: `${paper.number}.pdf`, bytes };
}

export function invoicePdf(paper: Invoice): Promise<PdfFile> {
  const { order } = paper;
  return paperPdf(paper, `Order ${order.number}`, [
    {
      kind: 'sides',
      sides: [
        { title: 'Billed to', lines: addressLines(order.billing) },
        ...(order.shipping_address ? [{ title: 'Ship to', lines: addressLines(order.shipping_address) }] : []),
      ],
    },
    {
      kind: 'table',
      columns: [
        { label: 'Item', width: 52 },
        { label: 'Quantity', width: 12, align: 'right' },
        { label: 'Each', width: 18, align: 'right' },
        { label: 'Amount', width: 18, align: 'right' },
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
        sum('Goods', order.list.amount),
        ...(isSome(order.discount.amount) ? [sum('Discount', `-${order.discount.amount}`)] : []),
        ...(order.shipping_tier ? [sum(`Shipping, ${order.shipping_tier.name}`, order.shipping.amount)] : []),
        ...taxesAbove(order),
        { label: 'Total', amount: `${amountText(order.total.amount)} ${order.total.currency}`, strong: true },
        ...taxesBelow(order),
        ...(isSome(paper.refunded.amount) ? [sum('Refunded since', paper.refunded.amount)] : []),
      ],
    },
    ...taxNotes(order),
  ]);
}

export function purchaseInvoicePdf(paper: PurchaseInvoice): Promise<PdfFile> {
  const { purchase } = paper;
  const isSplit = isSome(purchase.card.amount) && isSome(purchase.account.amount);
  return paperPdf(paper, `Purchase ${purchase.number}`, [
    {
      kind: 'sides',
      sides: [
        { title: 'Billed to', lines: addressLines(purchase.billing) },
        { title: 'For', lines: [purchase.vehicle] },
      ],
    },
    {
      kind: 'table',
      columns: [
        { label: 'Item', width: 64 },
        { label: 'List', width: 18, align: 'right' },
        { label: 'Amount', width: 18, align: 'right' },
      ],
      rows: purchase.lines.map((line) => [line.label, amountText(line.list.amount), amountText(line.amount.amount)]),
    },
    {
      kind: 'sums',
      rows: [
        ...purchase.paid_with.map(({ label, credits, amount }) =>
          sum(`${label}, paid with ${credits}`, `-${amount.amount}`),
        ),
        ...taxesAbove(purchase),
        { label: 'Total', amount: `${amountText(purchase.total.amount)} ${purchase.total.currency}`, strong: true },
        ...taxesBelow(purchase),
        ...(isSplit ? [sum('By card', purchase.card.amount)] : []),
        ...(isSome(purchase.account.amount)
          ? [
              sum(
                purchase.paid_by_transfer
                  ? `Prepaid balance, ${purchase.paid_by_transfer}`
                  : purchase.balance?.source === 'prepaid'
                    ? 'Prepaid balance'
                    : 'On account',
                purchase.account.amount,
              ),
            ]
          : []),
        ...(isSome(purchase.moved.amount)
          ? [sum(`Moved by ${purchase.moved_by.join(', ')}`, `-${purchase.moved.amount}`)]
          : []),
        ...(isSome(purchase.refunded.amount) ? [sum('Refunded since', purchase.refunded.amount)] : []),
      ],
    },
    ...taxNotes(purchase),
  ]);
}
