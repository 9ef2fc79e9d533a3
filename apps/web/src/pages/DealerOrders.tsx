import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DealerFrame } from '../features/dealers/DealerFrame.tsx';
import css from '../features/dealers/dealer.module.css';
import { dealerPaths, loadDealer, type Params } from '../features/dealers/load-dealer.ts';
import { BoughtList } from '../features/store/orders/BoughtList.tsx';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { cx } from '../ui/class-names.ts';
import { ButtonLink, TextLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Card } from '../ui/layout/Layout.tsx';
import { DateText } from '../ui/text/DateText.tsx';
import { MoneyText } from '../ui/text/MoneyText.tsx';

async function load(api: Call, params: Params, url: string) {
  const page = new URL(url).searchParams.get('page') ?? '1';
  const of = { params: { id: params.slug ?? '' } };
  const [dealer, orders, invoices, creditNotes] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/fz-orders', { ...of, query: { page: /^\d{1,5}$/.test(page) ? page : '1' } }),
    api('GET /v1/dealers/:id/invoices', of),
    api('GET /v1/dealers/:id/credit-notes', of),
  ]);
  return { dealer, orders, invoices, creditNotes };
}

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Orders of {name}', { name: loaderData.dealer.name }) : t('Tool orders')) },
];
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, request.url);
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, request.url);

export default function DealerOrders() {
  const { dealer, orders, invoices, creditNotes } = useLoaderData<typeof loader>();
  const { base } = dealerPaths(dealer);
  return (
    <DealerFrame
      dealer={dealer}
      title={t('Tool orders')}
      action={
        <ButtonLink to="/dealertools" discover="none">
          {t('Order a tool')}
        </ButtonLink>
      }
    >
      {orders.data.length === 0 ? (
        <EmptyState
          title={t('Your tool orders appear here.')}
          step={<ButtonLink to="/dealertools">{t('Order a tool')}</ButtonLink>}
        >
          {t('With their state and tracking.')}
        </EmptyState>
      ) : (
        <BoughtList
          list={orders}
          at={`${base}/fz-orders`}
          what={(order) => order.first}
          links={(order) => (
            <TextLink to={`${base}/snapshot?order=${order.id}`} discover="none" reloadDocument>
              {t('As ordered')}
            </TextLink>
          )}
        />
      )}
      <Card className={css.block}>
        <h2>{t('Invoices')}</h2>
        {invoices.data.length === 0 ? (
          <p className={css.quiet}>{t('Invoices of paid orders and tunes appear here.')}</p>
        ) : (
          <table className={css.table}>
            <tbody>
              {invoices.data.map((invoice) => (
                <tr key={invoice.number}>
                  <th scope="row">
                    <TextLink to={invoicePath(base, invoice)} discover="none" reloadDocument>
                      {invoice.number}
                    </TextLink>
                    <div className={cx(css.quiet, css.narrowOnly)}>
                      <DateText at={invoice.issued_at} show="date" />
                    </div>
                  </th>
                  <td className={css.wideOnly}>
                    <DateText at={invoice.issued_at} show="date" />
                  </td>
                  <td className={css.end}>
                    <MoneyText money={invoice.total} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
      {creditNotes.data.length === 0 ? null : (
        <Card className={css.block}>
          <h2>{t('Credit notes')}</h2>
          <table className={css.table}>
            <tbody>
              {creditNotes.data.map((note) => (
                <tr key={note.number}>
                  <th scope="row">
                    <TextLink to={`/profile/credit-notes/${note.id}`} discover="none" reloadDocument>
                      {note.number}
                    </TextLink>
                    <div className={cx(css.quiet, css.narrowOnly)}>
                      <DateText at={note.issued_at} show="date" />
                    </div>
                  </th>
                  <td className={css.wideOnly}>
                    <DateText at={note.issued_at} show="date" />
                  </td>
                  <td className={css.end}>
                    <MoneyText money={note.total} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </DealerFrame>
  );
}

function invoicePath(
  base: string,
  { sale, id }: { readonly sale: 'order' | 'purchase' | 'deal'; readonly id: number },
) {
  if (sale === 'deal') return `${base}/deal-invoice/${id}`;
  return sale === 'order' ? `${base}/print-invoice?invoice=${id}` : `/profile/purchases/${id}/snapshot`;
}
