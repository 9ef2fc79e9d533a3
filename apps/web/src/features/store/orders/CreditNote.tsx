import type { CallReply } from '@tuneport/contract/index';
import { creditedItems, movedRows } from '@tuneport/domain/purchases/credit-note-labels';
import { reverseChargeNote } from '@tuneport/domain/store/tax/tax-labels';
import { percentText } from '@tuneport/domain/text/percent-text';
import { t } from '@tuneport/domain/text/text';
import { addressLines } from '../../../ui/address/AddressText.tsx';
import { dayText, Paper } from './Paper.tsx';

type Props = { note: CallReply<'GET /credit-notes/:id'>; pdf?: string };

/** Printable credit note of a refund or of moved value. */
export function CreditNote({ note, pdf }: Props) {
  const { invoice } = note;
  return (
    <Paper
      title={t('Credit note')}
      paper={note}
      brand={note.brand}
      pdf={pdf}
      of={t('Invoice {number} of {date}', {
        number: invoice.number,
        date: dayText(invoice.issued_on),
      })}
      sums={[
        [t('Credit before tax'), note.net.amount],
        ...note.taxes.map((tax) => [`${tax.name} ${percentText(tax.percent)}`, tax.amount.amount] as const),
      ]}
      total={note.total}
      after={movedRows(note)}
      note={note.reverse_charge ? t(reverseChargeNote) : null}
      sides={[
        {
          title: t('Credited to'),
          body: addressLines(note.billing).map((line) => <div key={line}>{line}</div>),
        },
      ]}
      columns={[t('Item'), t('Quantity')]}
    >
      {creditedItems(note).map(({ name, quantity }) => (
        <tr key={name}>
          <td>{name}</td>
          <td>{quantity}</td>
        </tr>
      ))}
    </Paper>
  );
}
