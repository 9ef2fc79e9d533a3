import { eventsFrom } from '@tuneport/domain/states/machine';
import { tuneRequestMachine, tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { type ReactNode, useEffect, useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { ButtonLink, TextLink } from '../../../ui/controls/Button.tsx';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { Timeline } from '../../../ui/text/Timeline.tsx';
import { GiveToTuner } from './GiveToTuner.tsx';
import { requestClientLoader, requestLoader } from './load-request.ts';
import { RequestFrame } from './RequestFrame.tsx';
import { RequestThread } from './RequestThread.tsx';
import css from './request.module.css';
import { eventWord, holdsPromise, type Request, stepsOf } from './request-labels.tsx';
import { useLivingRequest } from './use-living-request.ts';

export const loader = requestLoader;
export const clientLoader = requestClientLoader;
export const meta = ({ loaderData }: { loaderData?: Request }) => [
  { title: pageTitle(loaderData ? `${loaderData.number} ${loaderData.vehicle}` : 'Tune request') },
];

const nextOf = (request: Request): { to: string; label: string } | null => {
  if (request.as !== 'customer')
    return request.state === 'in_progress' && request.allowed.includes('release')
      ? { to: 'files', label: 'Send the tuned file' }
      : null;
  switch (request.state) {
    case 'needs_information':
      return { to: 'information', label: 'Choose your car' };
    case 'unsupported':
      return { to: 'custom-tuning', label: 'Request a custom tune' };
    case 'matched':
      return request.money === 'estimated'
        ? { to: 'purchase', label: 'Pay for your tunes' }
        : { to: 'tunes', label: 'Choose tunes' };
    case 'delivered':
    case 'closed':
      return { to: 'files', label: 'Download the tuned file' };
    default:
      return null;
  }
};

const isPromised = ({ state, delivered_at }: Request): boolean => holdsPromise(state) && delivered_at === null;

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
        <p className={css.quiet}>It is taking longer than promised. You will get an e-mail as soon as it is ready.</p>
      ) : null}
    </>
  );
}

function paidLabels({ purchase, money, road }: Request): ReactNode {
  if (money === 'refunded') return 'Refunded';
  if (money === 'moved_out') return 'Moved to another request';
  if (purchase?.paid && purchase.back)
    return (
      <>
        <MoneyText money={purchase.paid} />
        <p className={css.quiet}>
          <MoneyText money={purchase.back} /> {money === 'charged_back' ? 'charged back by the bank' : 'refunded'}
        </p>
      </>
    );
  if (purchase?.paid) return <MoneyText money={purchase.paid} />;
  return road === null ? 'Nothing' : 'Not yet';
}

const RequestLink = ({ id }: { id: number }) => (
  <TextLink to={`/tuning/request/${id}/status`}>{tuneRequestNumber(id)}</TextLink>
);

export default function RequestStatus() {
  const { request, setRequest, reload } = useLivingRequest(useLoaderData<typeof loader>());
  const next = nextOf(request);
  const navigate = useNavigate();
  const followUp = async (wishes: string) => {
    const child = await call('POST /v1/tune-requests/:id/follow-up', {
      params: { id: request.id },
      body: { wishes },
      once: true,
    });
    await navigate(`/tuning/request/${child.id}/${child.state === 'matched' ? 'tunes' : 'status'}`);
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
        body: { event, reason },
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
              <ButtonLink variant="primary" to={`/tuning/request/${request.id}/${next.to}`}>
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
          <RequestThread request={request} onSent={reload} />
        </div>
        <aside className={css.stack} aria-label="About this request">
          <KeyValue
            rows={[
              ['Sent', <DateText key="sent" at={request.created_at} show="both" />],
              ['Tunes', request.tunes.join(', ')],
              ['Paid', paidLabels(request)],
              ...(request.parent_id === null
                ? []
                : [['Follow-up to', <RequestLink key="parent" id={request.parent_id} />] as const]),
              ...request.followed_by.map((id) => ['Follow-up', <RequestLink key={id} id={id} />] as const),
              ...(request.as === 'customer' ? [] : [['Customer', request.customer.name] as const]),
              ...(request.dealer ? [['Dealer', request.dealer.name] as const] : []),
              ...(request.tuner ? [['Tuner', request.tuner.name] as const] : []),
              ...(request.worker && request.as !== 'customer'
                ? [[isInHand(request) ? 'Assigned to' : 'Last assigned to', request.worker] as const]
                : []),
              ...(request.promised_at && isPromised(request)
                ? [
                    [
                      'Ready by',
                      <ReadyBy key="by" at={request.promised_at} isOwn={request.as === 'customer'} />,
                    ] as const,
                  ]
                : []),
              ...(request.revision_until && ['delivered', 'revision_requested'].includes(request.state)
                ? [['Free changes until', <DateText key="until" at={request.revision_until} show="date" />] as const]
                : []),
            ]}
          />
          <section className={css.stack} aria-labelledby="request-history">
            <h2 id="request-history">History</h2>
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
