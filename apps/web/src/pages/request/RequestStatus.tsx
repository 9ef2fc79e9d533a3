import type { Call } from '@tuneport/contract/index';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { t } from '@tuneport/domain/text/text';
import { tuneRequestMachine, tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { type ReactNode, useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { GuestHint } from '../../features/tuning/guest/GuestHint.tsx';
import { GiveToTuner } from '../../features/tuning/request/GiveToTuner.tsx';
import { loadRequest } from '../../features/tuning/request/load-request.ts';
import { isPromised } from '../../features/tuning/request/next-step.ts';
import { RequestFrame } from '../../features/tuning/request/RequestFrame.tsx';
import { RequestThread } from '../../features/tuning/request/RequestThread.tsx';
import { RequestTransfer } from '../../features/tuning/request/RequestTransfer.tsx';
import css from '../../features/tuning/request/request.module.css';
import { eventWord, type Request, stepsOf } from '../../features/tuning/request/request-labels.tsx';
import { type RequestTab, requestPath } from '../../features/tuning/request/request-path.ts';
import { useLiveRequest } from '../../features/tuning/request/use-live-request.ts';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { Timeline } from '../../ui/feedback/Timeline.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { DeliveredTune } from './DeliveredTune.tsx';
import { loadSold } from './tunes-of-request.ts';

/** A delivered request shows what changed; a vehicle that left the catalogue has no curve. */
async function load(api: Call, id: string | undefined) {
  const request = await loadRequest(api, id);
  const isDone = ['delivered', 'closed'].includes(request.state) && request.tune_ids.length > 0;
  return { request, sold: isDone ? await loadSold(api, request).catch(() => null) : null };
}

export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params.id);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params.id);
export const meta = ({ loaderData }: { loaderData?: { request: Request } }) => [
  {
    title: pageTitle(loaderData ? `${loaderData.request.number} ${loaderData.request.vehicle}` : t('Tune request')),
  },
];

const nextOf = (request: Request): { to: RequestTab; label: string } | null => {
  if (request.as !== 'customer')
    return request.state === 'in_progress' && request.allowed.includes('release')
      ? { to: 'files', label: t('Send the tuned file') }
      : null;
  switch (request.state) {
    case 'needs_information':
      return { to: 'information', label: t('Choose your car') };
    case 'unsupported':
      return { to: 'custom-tuning', label: t('Request a custom tune') };
    case 'matched':
      return request.money === 'estimated'
        ? { to: 'purchase', label: t('Pay for your tunes') }
        : { to: 'tunes', label: t('Choose tunes') };
    case 'delivered':
    case 'closed':
      return { to: 'files', label: t('Download the tuned file') };
    default:
      return null;
  }
};

const isInHand = ({ state }: Request): boolean =>
  ['in_progress', 'waiting_customer', 'on_ice', 'in_review'].includes(state);

/** Whether it is late depends on the local clock, so it is known only after hydration. */
function ReadyBy({ at, isOwn }: { at: string; isOwn: boolean }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => setLate(Date.parse(at) < Date.now()), [at]);
  return (
    <>
      <DateText at={at} show="both" />
      {isLate && isOwn ? (
        <p className={css.quiet}>
          {t('It is taking longer than promised. You will get an e-mail as soon as it is ready.')}
        </p>
      ) : null}
    </>
  );
}

function paidLabels({ purchase, money, road }: Request): ReactNode {
  if (money === 'refunded') return t('Refunded');
  if (money === 'moved_out') return t('Moved to another request');
  if (purchase?.paid && purchase.back)
    return (
      <>
        <MoneyText money={purchase.paid} />
        <p className={css.quiet}>
          <MoneyText money={purchase.back} /> {money === 'charged_back' ? t('charged back by the bank') : t('refunded')}
        </p>
      </>
    );
  if (purchase?.paid) return <MoneyText money={purchase.paid} />;
  return road === null ? t('Nothing') : t('Not yet');
}

const RequestLink = ({ id, as }: Pick<Request, 'id' | 'as'>) => (
  <TextLink to={requestPath({ id, as })}>{tuneRequestNumber(id)}</TextLink>
);

export default function RequestStatus() {
  const { request: loaded, sold } = useLoaderData<typeof loader>();
  const { request, setRequest, reload } = useLiveRequest(loaded);
  const next = nextOf(request);
  const navigate = useNavigate();
  const followUp = async (wishes: string) => {
    const child = await call('POST /v1/tune-requests/:id/follow-up', {
      params: { id: request.id },
      body: { wishes },
      once: true,
    });
    await navigate(requestPath(child, child.state === 'matched' ? 'tunes' : 'status'));
  };
  const run = async (event: string, reason: string) => {
    if (event === 'follow-up') return followUp(reason);
    if (event === 'delete') {
      await call('DELETE /v1/tune-requests/:id', { params: { id: request.id } });
      return navigate(request.as === 'customer' ? '/tuning/requests' : '/admin/tune-requests');
    }
    setRequest(
      await call('POST /v1/tune-requests/:id/steps', {
        params: { id: request.id },
        body: { event, reason, file: request.files.find(({ state }) => state === 'in_review')?.id },
        once: true,
      }),
    );
  };
  const can = Object.fromEntries(
    // A request that can be cancelled is not also offered for deletion.
    request.allowed
      .filter((event) => event !== 'delete' || !request.allowed.includes('cancel'))
      .map((event) => [event, true]),
  );
  return (
    <RequestFrame request={request}>
      <div className={css.columns}>
        <div className={css.stack}>
          <div className={css.actions}>
            {next ? (
              <ButtonLink variant="primary" to={requestPath(request, next.to)}>
                {next.label}
              </ButtonLink>
            ) : null}
            <StateActions
              steps={stepsOf(request)}
              can={can}
              run={run}
              {...(request.as === 'customer' ? {} : { main: request.state === 'in_review' ? 'approve' : 'claim' })}
            />
            {request.as === 'staff' && eventsFrom(tuneRequestMachine, request.state, ['staff']).includes('assign') ? (
              <GiveToTuner request={request} onGiven={setRequest} />
            ) : null}
          </div>
          <GuestHint />
          {sold ? <DeliveredTune request={request} sold={sold} /> : null}
          <RequestTransfer request={request} onChanged={setRequest} onPaid={reload} />
          <RequestThread request={request} onSent={reload} />
        </div>
        <aside className={css.stack} aria-label={t('About this request')}>
          <KeyValue
            rows={[
              [t('Sent'), <DateText key="sent" at={request.created_at} show="both" />],
              [t('Tunes'), request.tunes.join(', ')],
              [t('Paid'), paidLabels(request)],
              ...(request.parent_id === null
                ? []
                : [[t('Follow-up to'), <RequestLink key="parent" id={request.parent_id} as={request.as} />] as const]),
              ...request.followed_by.map(
                (id) => [t('Follow-up'), <RequestLink key={id} id={id} as={request.as} />] as const,
              ),
              ...(request.as === 'customer' ? [] : [[t('Customer'), request.customer.name] as const]),
              ...(request.dealer ? [[t('Dealer'), request.dealer.name] as const] : []),
              ...(request.tuner ? [[t('Tuner'), request.tuner.name] as const] : []),
              ...(request.worker && request.as !== 'customer'
                ? [[isInHand(request) ? t('Assigned to') : t('Last assigned to'), request.worker] as const]
                : []),
              ...(request.promised_at && isPromised(request)
                ? [
                    [
                      t('Ready by'),
                      <ReadyBy key="by" at={request.promised_at} isOwn={request.as === 'customer'} />,
                    ] as const,
                  ]
                : []),
              ...(request.revision_until && ['delivered', 'revision_requested'].includes(request.state)
                ? [[t('Free changes until'), <DateText key="until" at={request.revision_until} show="date" />] as const]
                : []),
            ]}
          />
          <section className={css.stack} aria-labelledby="request-history">
            <h2 id="request-history">{t('History')}</h2>
            <Timeline
              moments={[...request.history].reverse().map((event, at) => ({
                id: request.history.length - at,
                title: eventWord(event.event),
                when: <DateText at={event.at} show="both" />,
                ...(event.reason === '' ? {} : { body: event.reason }),
              }))}
            />
          </section>
        </aside>
      </div>
    </RequestFrame>
  );
}
