import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { type Brand, PartnerBrand } from '../../../ui/brand/PartnerBrand.tsx';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { PrintLayout } from '../../../ui/layout/PrintLayout.tsx';
import { dateText } from '../../../ui/text/date-text.ts';
import { amountText } from '../../../ui/text/money-text.ts';
import css from './orders.module.css';

type Sum = readonly [label: string, amount: string];

type Props = {
  title: string;
  paper: {
    readonly number: string;
    /** A day, such as 2026-11-30. */
    readonly issued_on: string;
    readonly seller: { readonly name: string; readonly address: string; readonly email: string };
  };
  brand?: Brand | null;
  /** Address of the same document as PDF. */
  pdf?: string | undefined;
  /** Credit notes of an invoice, and the token of the link it was opened with. */
  creditNotes?: readonly { readonly id: number; readonly number: string }[];
  token?: string | undefined;
  /** "Order TP-000017" */
  of: string;
  /** Lines before the total, and those after it. */
  sums: readonly Sum[];
  total: { readonly amount: string; readonly currency: string };
  after: readonly Sum[];
  /** Below the totals, such as a note about tax. */
  note?: string | null;
  sides: readonly { readonly title: string; readonly body: ReactNode }[];
  columns: readonly string[];
  /** The rows of the table. */
  children: ReactNode;
};

/** A day of a document is the same for every reader. */
export const dayText = (day: string): string => dateText(new Date(day), 'utc', false);

/** Printable document of a purchase: an invoice or its frozen copy. */
export function Paper(props: Props) {
  const { title, paper, brand, pdf, of, sums, total, after, note, sides, columns, children } = props;
  const { seller } = paper;
  const { creditNotes = [], token } = props;
  return (
    <>
      <div className={css.bar}>
        <Button variant="primary" onClick={() => window.print()}>
          {t('Print')}
        </Button>
        {pdf === undefined ? null : (
          <ButtonLink to={pdf} reloadDocument>
            {t('Download PDF')}
          </ButtonLink>
        )}
        {creditNotes.map(({ id, number }) => (
          <ButtonLink
            key={id}
            to={token === undefined ? `/profile/credit-notes/${id}` : `/profile/credit-notes/${id}/${token}`}
          >
            {t('Credit note {number}', { number })}
          </ButtonLink>
        ))}
      </div>
      <PrintLayout
        title={title}
        siteName={seller.name}
        meta={
          <>
            <div>{paper.number}</div>
            <div>{of}</div>
            <div>{dayText(paper.issued_on)}</div>
            <div className={css.seller}>{seller.address}</div>
            <div>{seller.email}</div>
          </>
        }
        totals={
          <>
            <dl className={css.sums}>
              {sums.map(sumLine)}
              <div className={css.total}>
                <dt>{t('Total')}</dt>
                <dd>
                  {amountText(total.amount)} {total.currency}
                </dd>
              </div>
              {after.map(sumLine)}
            </dl>
            {note ? <p>{note}</p> : null}
          </>
        }
      >
        {brand ? <PartnerBrand brand={brand} /> : null}
        <div className={css.addresses}>
          {sides.map((side) => (
            <div key={side.title}>
              <h2>{side.title}</h2>
              {side.body}
            </div>
          ))}
        </div>
        <table className={css.lines}>
          <thead>
            <tr>
              {columns.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </PrintLayout>
    </>
  );
}

const sumLine = ([label, amount]: Sum) => (
  <div key={label}>
    <dt>{label}</dt>
    <dd>{amountText(amount)}</dd>
  </div>
);
