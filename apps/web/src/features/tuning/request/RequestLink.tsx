import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { isUnpaidState } from '@tuneport/domain/tuning/tune-request-states';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { Button, ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { loadRequest } from './load-request.ts';
import { RequestFrame } from './RequestFrame.tsx';
import css from './request.module.css';
import type { Request } from './request-labels.tsx';
import { requestPath } from './request-path.ts';
import { requestTitle } from './request-title.ts';

export const meta = ({ loaderData }: { loaderData?: { request: Request } }) =>
  requestTitle(t('Use a tune already bought'), loaderData?.request);

async function load(api: Call, id: string | undefined) {
  const request = await loadRequest(api, id);
  if (request.as === 'tuner') return { request, purchases: [] };
  // Staff select among the purchases of the customer, or of the dealer the file is for.
  const theirs = request.as === 'staff' ? { customer: request.customer.id, dealer: request.dealer?.id } : {};
  const { data } = await api('GET /catalog-purchases', { query: { unlinked: 'true', ...theirs } });
  return { request, purchases: data.filter(({ state }) => state === 'waiting_file') };
}

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

/** Links tunes bought in the catalogue before the file was uploaded. */
export default function RequestLink() {
  const { request, purchases } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const link = async (purchaseId: number) => {
    setBusy(purchaseId);
    setProblem(null);
    try {
      await call('POST /v1/tune-requests/:id/link-purchase', {
        params: { id: request.id },
        body: { purchase_id: purchaseId },
        once: true,
      });
      await navigate(requestPath(request));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(Object.values(error.errors).flat()[0] ?? error.message);
    } finally {
      setBusy(null);
    }
  };
  if (request.as === 'tuner')
    return (
      <RequestFrame request={request}>
        <EmptyState
          title={t('Only the customer can use a purchase here.')}
          step={<ButtonLink to={requestPath(request)}>{t('Back to status')}</ButtonLink>}
        >
          {t('Tunes they bought in the catalogue before sending the file pay for it.')}
        </EmptyState>
      </RequestFrame>
    );
  const isOwn = request.as === 'customer';
  const isMatched = request.state === 'matched';
  // Once the work is paid or finished, no vehicle has to be named.
  const isPast = !isUnpaidState(request.state);
  return (
    <RequestFrame request={request}>
      <section className={css.stack} aria-labelledby="request-link">
        <h2 id="request-link">{isOwn ? t('Tunes you bought before') : t('Tunes the customer bought before')}</h2>
        <FormError message={problem} />
        {request.purchase && request.money !== 'held' ? (
          <EmptyState
            title={t('This request is paid with {number}.', { number: request.purchase.number })}
            step={<ButtonLink to={requestPath(request, 'purchase')}>{t('See the purchase')}</ButtonLink>}
          />
        ) : isPast ? (
          <EmptyState
            title={t('Tunes can no longer be chosen for this request.')}
            step={<ButtonLink to={requestPath(request)}>{t('Back to status')}</ButtonLink>}
          />
        ) : purchases.length === 0 ? (
          <EmptyState
            title={
              isOwn
                ? t('You have no purchase waiting for a file.')
                : t('The customer has no purchase waiting for a file.')
            }
            step={
              isOwn ? (
                <ButtonLink to={requestPath(request, 'tunes')}>{t('Choose tunes here')}</ButtonLink>
              ) : (
                <ButtonLink to={requestPath(request)}>{t('Back to status')}</ButtonLink>
              )
            }
          />
        ) : (
          <ul className={css.hits}>
            {purchases.map((purchase) => (
              <li key={purchase.id}>
                <span>
                  <strong>{purchase.tunes.join(' + ')}</strong>
                  <br />
                  <span className={css.quiet}>
                    {purchase.number} · {purchase.vehicle}
                  </span>
                </span>
                <Button
                  size="small"
                  variant={purchases.length === 1 ? 'primary' : undefined}
                  busy={busy === purchase.id}
                  disabled={!isMatched}
                  onClick={() => void link(purchase.id)}
                >
                  {t('Use for this file')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {isMatched || isPast || purchases.length === 0 ? null : (
          <p className={css.quiet}>
            {rich('<link>Choose your car</link> first: what was bought must fit it.', {
              link: (text) => <TextLink to={requestPath(request, 'information')}>{text}</TextLink>,
            })}
          </p>
        )}
      </section>
    </RequestFrame>
  );
}
