import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useCallback, useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import { PaymentForm } from '../features/payments/PaymentForm.tsx';
import { BuyTunes } from '../features/purchases/BuyTunes.tsx';
import { loadRequest } from '../features/tuning/request/load-request.ts';
import { RequestFrame } from '../features/tuning/request/RequestFrame.tsx';
import type { Request } from '../features/tuning/request/request-labels.tsx';
import { invoicePath, requestPath } from '../features/tuning/request/request-path.ts';
import { requestTitle } from '../features/tuning/request/request-title.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { call } from '../platform/api/browser.ts';
import { callContext } from '../platform/contexts.ts';
import { useGuestEmail } from '../platform/ui-state.ts';
import { Button, ButtonLink } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { MoneyText } from '../ui/text/MoneyText.tsx';

export const meta = ({ loaderData }: { loaderData?: Request }) => [
  ...requestTitle(t('Purchase'), loaderData),
  { name: 'robots', content: 'noindex' },
];

const load = (api: Call, id: string | undefined) => loadRequest(api, id);
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);

export default function RequestPurchase() {
  const request = useLoaderData<typeof loader>();
  const invoice = invoicePath(request, useGuestEmail() !== null);
  return (
    <RequestFrame request={request}>
      {request.purchase ? (
        <Notice
          tone={request.purchase.paid === null ? 'careful' : 'good'}
          title={purchaseTitle(request.purchase)}
          action={
            invoice === null ? null : (
              <ButtonLink size="small" to={invoice}>
                {t('Invoice')}
              </ButtonLink>
            )
          }
        >
          {request.tunes.join(' + ')}, <MoneyText money={request.purchase.total} />
        </Notice>
      ) : null}
      {request.state !== 'matched' ? (
        request.purchase ? null : (
          <EmptyState
            title={
              request.state === 'needs_information'
                ? t('Choose your car to see prices.')
                : t('There is nothing to pay at the moment.')
            }
            step={
              request.state === 'needs_information' ? (
                <ButtonLink to={requestPath(request, 'information')}>{t('Choose your car')}</ButtonLink>
              ) : (
                <ButtonLink to={requestPath(request)}>{t('Back to status')}</ButtonLink>
              )
            }
          />
        )
      ) : request.as !== 'customer' ? (
        <EmptyState
          title={t('Only the customer can pay here.')}
          step={<ButtonLink to={requestPath(request)}>{t('Back to status')}</ButtonLink>}
        >
          {request.as === 'staff' ? t('Once it is paid, you will see the invoice here too.') : null}
        </EmptyState>
      ) : request.tune_ids.length === 0 ? (
        <EmptyState
          title={t('Choose tunes first.')}
          step={<ButtonLink to={requestPath(request, 'tunes')}>{t('Choose tunes')}</ButtonLink>}
        />
      ) : (
        <Pay request={request} />
      )}
    </RequestFrame>
  );
}

function purchaseTitle({ number, state, paid }: NonNullable<Request['purchase']>): string {
  if (paid === null)
    return state === 'cancelled'
      ? t('{number} was not paid.', { number })
      : t('{number} is waiting for payment.', { number });
  return state === 'refunded' ? t('{number} was refunded.', { number }) : t('Paid with {number}.', { number });
}

type Estimate = CallReply<'POST /v1/tune-requests/:id/estimate'>;

function Pay({ request }: { request: Request }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [installer, setInstaller] = useState<string | null>(null);
  const [currency, setCurrency] = useState<string | null>(null);
  const [credits, setCredits] = useState<readonly number[]>([]);
  const { id } = request;
  const chosen = request.tune_ids.join();
  const read = useCallback(async () => {
    setProblem(null);
    try {
      const tune_ids = chosen.split(',').map(Number);
      const more = {
        ...(installer === null ? {} : { installer }),
        ...(currency === null ? {} : { currency }),
        credits: [...credits],
      };
      setEstimate(await call('POST /v1/tune-requests/:id/estimate', { params: { id }, body: { tune_ids, ...more } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = Object.values(error.errors).flat()[0] ?? error.message;
      // Credits that were used meanwhile are deselected. A lost connection or a busy server says nothing about them.
      const isRefused = error.status >= 400 && error.status < 500 && error.status !== 429;
      if (credits.length === 0 || !isRefused) setProblem(text);
      else {
        setCredits([]);
        toast(text, { tone: 'bad' });
      }
    }
  }, [id, chosen, installer, currency, credits]);
  useEffect(() => void read(), [read]);
  if (problem)
    return (
      <Notice
        tone="bad"
        live
        title={problem}
        action={
          <Button size="small" onClick={() => void read()}>
            {t('Try again')}
          </Button>
        }
      >
        {t('Nothing was charged.')}
      </Notice>
    );
  if (!estimate) return <Skeleton lines={8} label={t('Loading the price')} />;
  return (
    <BuyTunes
      estimate={estimate}
      onInstaller={setInstaller}
      onCurrency={setCurrency}
      credits={credits}
      onCredits={setCredits}
      request={id}
      vehicle={{ path: request.vehicle_path ?? '', name: request.vehicle }}
      payment={({ money, label, pay, onPaid, disabled }) => (
        <PaymentForm money={money} label={label} pay={pay} onPaid={onPaid} disabled={disabled} />
      )}
      onBought={() => {
        void revalidate();
        void navigate(requestPath(request));
      }}
      onChanged={() => void read()}
    />
  );
}
