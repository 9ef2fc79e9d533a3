import type { Call } from '@tuneport/contract/index';
import { dueRows, paidRows } from '@tuneport/domain/payments/invoice-payment';
import { addedLabel, reverseChargeNote } from '@tuneport/domain/store/tax/tax-labels';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { addressLines } from '../../../ui/address/AddressText.tsx';
import { dayText, Paper } from './Paper.tsx';

export const meta = () => [{ title: pageTitle(t('Invoice')) }, { name: 'robots', content: 'noindex' }];

const load = (api: Call, { slug = '', id = '' }: LoaderFunctionArgs['params']) =>
  api('GET /v1/dealers/:id/deal-invoices/:dealId', { params: { id: slug, dealId: id } });

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

/** Printable invoice of tune credits, for members of the dealer and staff. */
export default function DealInvoicePage() {
  const paper = useLoaderData<typeof loader>();
  const { slug = '' } = useParams();
  const { deal } = paper;
  return (
    <Paper
      title={t('Invoice')}
      paper={paper}
      pdf={`/api/v1/dealers/${slug}/deal-invoices/${deal.id}/pdf`}
      creditNotes={paper.credit_notes}
      of={t('Credit deal {number}', { number: deal.number })}
      sums={[
        [t('Net amount'), deal.net.amount],
        ...deal.taxes.map((tax) => [addedLabel(tax), tax.amount.amount] as const),
      ]}
      total={deal.total}
      after={[
        ...paidRows(paper.payment, dayText(paper.issued_on)),
        ...(/[1-9]/.test(paper.refunded.amount) ? [[t('Refunded since'), paper.refunded.amount] as const] : []),
        ...dueRows(paper.payment),
      ]}
      note={deal.reverse_charge ? t(reverseChargeNote) : null}
      sides={[
        {
          title: t('Billed to'),
          body: addressLines(deal.billing).map((line) => <div key={line}>{line}</div>),
        },
      ]}
      columns={[t('Item'), t('Quantity')]}
    >
      {deal.lines.map(({ name, quantity }) => (
        <tr key={name}>
          <td>{name}</td>
          <td>{quantity}</td>
        </tr>
      ))}
    </Paper>
  );
}
