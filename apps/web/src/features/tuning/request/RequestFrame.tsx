import { msg, t } from '@tuneport/domain/text/text';
import { tuneRequestRoad } from '@tuneport/domain/tuning/tune-request-states';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PartnerBrand } from '../../../ui/brand/PartnerBrand.tsx';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { Link } from '../../../ui/controls/Link.tsx';
import { type Tab, Tabs } from '../../../ui/controls/Tabs.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { leadSentence, nextDate } from './next-step.ts';
import css from './request.module.css';
import { type Request, RequestState } from './request-labels.tsx';
import { type RequestTab, requestPath } from './request-path.ts';

const roadWords = {
  file: msg('File and car'),
  tunes: msg('Tunes'),
  payment: msg('Payment'),
  tuning: msg('Tuning'),
  check: msg('Check'),
  ready: msg('Ready'),
} as const;

/** The list each kind of reader returns to. */
const listOf = {
  customer: { to: '/tuning/requests', label: msg('My tune requests') },
  tuner: { to: '/tuner/pools', label: msg('Queues') },
  staff: { to: '/admin/tune-requests', label: msg('Tune requests') },
} as const;

function tabsOf(request: Request, here: string): Tab[] {
  const { as, state, files, messages } = request;
  const tab = (label: string, name: RequestTab, count?: number): Tab => ({
    label,
    to: requestPath(request, name),
    current: name === here,
    ...(count === undefined ? {} : { count }),
  });
  const open = ['received', 'identifying', 'needs_information', 'matched', 'unsupported'].includes(state);
  return [
    tab(t('Status'), 'status', messages > 0 ? messages : undefined),
    tab(t('Information'), 'information'),
    tab(t('Tunes'), 'tunes'),
    ...(as === 'tuner' ? [] : [tab(t('Purchase'), 'purchase')]),
    tab(t('Files'), 'files', files.length),
    ...(open && as !== 'tuner' ? [tab(t('Use a tune already bought'), 'link-purchase')] : []),
    ...(open ? [tab(t('Custom tuning'), 'custom-tuning'), tab(t('Help'), 'tuning-help')] : []),
  ];
}

/** The open tab: the last part of the path, or a parameter in the back office. */
function useOpenTab() {
  const { pathname, search } = useLocation();
  const inOffice = pathname.includes('/admin/');
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  return { inOffice, here: inOffice ? (new URLSearchParams(search).get('tab') ?? 'status') : last };
}

/** Header of all tabs of a request: title, state and tabs. */
export function RequestFrame({ request, children }: { request: Request; children: ReactNode }) {
  const date = nextDate(request);
  const { inOffice, here } = useOpenTab();
  return (
    <Container width={inOffice ? 'full' : undefined} className={css.page}>
      <header className={css.head}>
        {request.dealer?.brand ? <PartnerBrand brand={request.dealer.brand} /> : null}
        <p className={css.eyebrow}>
          <Link to={listOf[request.as].to} discover="none">
            {t(listOf[request.as].label)}
          </Link>
          {' / '}
          {request.number} · {request.file_name}
          {request.purpose === 'immo' ? ` · ${t('Immobiliser service')}` : ''}
        </p>
        <h1>{request.vehicle || (request.as === 'customer' ? t('Your tune request') : t('Tune request'))}</h1>
        <p className={css.sentence}>{leadSentence(request)}</p>
        <p className={css.by}>
          <RequestState state={request.state} money={request.money} />
          {date ? (
            <span>
              {t(date.label)} <DateText at={date.at} show="both" />
            </span>
          ) : null}
        </p>
      </header>
      {request.road ? <Road at={request.road} /> : null}
      <Tabs tabs={tabsOf(request, here)} label={t('Request sections')} />
      {request.waiting_purchase && here !== 'link-purchase' ? (
        <BoughtBefore request={request} bought={request.waiting_purchase} />
      ) : null}
      {children}
    </Container>
  );
}

/** Keeps customers from choosing and paying for tunes a second time. */
function BoughtBefore({ request, bought }: { request: Request; bought: NonNullable<Request['waiting_purchase']> }) {
  const isMatched = request.state === 'matched';
  return (
    <Notice
      title={t('You already paid for {tunes}.', { tunes: bought.tunes.join(' + ') })}
      action={
        isMatched ? (
          <ButtonLink to={requestPath(request, 'link-purchase')} variant="primary" size="small">
            {t('Use your purchase')}
          </ButtonLink>
        ) : null
      }
    >
      {isMatched
        ? t('{number} for {vehicle} can pay for this file.', bought)
        : t('Choose {vehicle} as your car. Then {number} can pay for this file.', bought)}
    </Notice>
  );
}

function Road({ at }: { at: NonNullable<Request['road']> }) {
  const here = tuneRequestRoad.indexOf(at);
  return (
    <ol className={css.road} aria-label={t('Progress')}>
      {tuneRequestRoad.map((step, index) => (
        <li
          key={step}
          data-done={index < here || at === 'ready' || undefined}
          data-here={index === here || undefined}
          aria-current={index === here ? 'step' : undefined}
        >
          {t(roadWords[step])}
        </li>
      ))}
    </ol>
  );
}
