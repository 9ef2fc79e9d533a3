import { ageingLabels } from '@tuneport/domain/dealers/ageing';
import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { t, tIn } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import { type StatementBody, shownBody } from './statements.ts';

type Statement = { readonly sha256: string | null; readonly body: StatementBody };

/** The day of a moment in the statement's own time zone, so that every reader sees the same document. */
const dayOf = (at: string, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at));

export async function statementPdf({ sha256, body }: Statement, origin: string): Promise<PdfFile> {
  const { dealer, currency, time_zone: zone } = body;
  const day = (at: string) => dayOf(at, zone);
  const bytes = await renderPdf({
    title: t('Statement'),
    seller: body.seller,
    meta: [
      ...(body.number === null ? [] : [body.number]),
      t('{from} to {to}', body),
      t('Issued {date}', { date: day(body.issued_at) }),
    ],
    at: new Date(body.issued_at),
    footer:
      sha256 === null
        ? `${dealer.legal_name || dealer.name}, ${t('{from} to {to}', body)}`
        : t('Check this document at {url} with the code {code}', { url: `${origin}/verify-statement`, code: sha256 }),
    parts: [
      {
        kind: 'sides',
        sides: [
          {
            title: t('Dealer'),
            lines: [
              dealer.legal_name || dealer.name,
              ...(dealer.billing_address ? addressLines(dealer.billing_address) : []),
            ],
          },
        ],
      },
      {
        kind: 'text',
        quiet: true,
        text: t('All amounts in {currency}. A negative balance is owed. Days are in the {zone} time zone.', {
          currency,
          zone,
        }),
      },
      {
        kind: 'table',
        columns: [
          { label: t('Date'), width: 16 },
          { label: t('Entry'), width: 48 },
          { label: t('Amount'), width: 18, align: 'right' },
          { label: tIn('account', 'Balance'), width: 18, align: 'right' },
        ],
        rows: [
          [body.from, t('Opening balance'), '', amountText(body.opening.amount)],
          ...body.entries.map((entry) => [
            day(entry.at),
            entry.label,
            amountText(entry.amount.amount),
            amountText(entry.balance.amount),
          ]),
        ],
      },
      ...(body.open_items.length === 0
        ? []
        : [
            {
              kind: 'table' as const,
              title: t('Open items'),
              columns: [
                { label: tIn('transaction', 'Sale'), width: 46 },
                { label: t('Date'), width: 18 },
                { label: t('Due'), width: 18 },
                { label: tIn('amount', 'Open'), width: 18, align: 'right' as const },
              ],
              rows: body.open_items.map((item) => [
                item.label,
                day(item.at),
                day(item.due_at),
                amountText(item.open.amount),
              ]),
            },
          ]),
      {
        kind: 'sums',
        rows: [
          { label: t('Closing balance'), amount: `${amountText(body.closing.amount)} ${currency}`, strong: true },
          ...body.ageing.map(({ bucket, amount }) => ({
            label: t(ageingLabels[bucket]),
            amount: amountText(amount.amount),
          })),
        ],
      },
    ],
  });
  return { name: `${body.number ?? `statement-${body.from}-${body.to}-${currency}`}.pdf`, bytes };
}

/** The attachment of the monthly mail. */
export async function statementAttachment(db: Db, origin: string, id: number): Promise<PdfFile> {
  const row = await db
    .selectFrom('dealer_statements')
    .select(['body', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return statementPdf({ sha256: row.sha256, body: shownBody(row.body) }, origin);
}
