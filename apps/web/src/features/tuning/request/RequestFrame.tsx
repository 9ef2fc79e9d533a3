import { tuneRequestRoad } from '@tuneport/domain/tuning/tune-request-states';
import type { ReactNode } from 'react';
import { Link } from '../../../ui/controls/Link.tsx';
import { type Tab, Tabs } from '../../../ui/controls/Tabs.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import css from './request.module.css';
import { type Request, RequestState } from './request-labels.tsx';

const roadWords = {
  file: 'File and car',
  tunes: 'Tunes',
  payment: 'Payment',
  tuning: 'Tuning',
  check: 'Check',
  ready: 'Ready',
} as const;

/** The list each kind of reader returns to. */
const listOf = {
  customer: { to: '/tuning/requests', label: 'My tune requests' },
  tuner: { to: '/tuner/pools', label: 'Queues' },
  staff: { to: '/admin/tune-requests', label: 'Tune requests' },
} as const;

function tabsOf({ id, as, state, files, messages }: Request): Tab[] {
  const at = (path: string) => `/tuning/request/${id}/${path}`;
  const open = ['received', 'identifying', 'needs_information', 'matched', 'unsupported'].includes(state);
  return [
    { label: 'Status', to: at('status'), ...(messages > 0 ? { count: messages } : {}) },
    { label: 'Information', to: at('information') },
    { label: 'Tunes', to: at('tunes') },
    ...(as === 'tuner' ? [] : [{ label: 'Purchase', to: at('purchase') }]),
    { label: 'Files', to: at('files'), count: files.length },
    ...(open && as !== 'tuner' ? [{ label: 'Use a tune already bought', to: at('link-purchase') }] : []),
    ...(open
      ? [
          { label: 'Custom tuning', to: at('custom-tuning') },
          { label: 'Help', to: at('tuning-help') },
        ]
      : []),
  ];
}

/** Header of all tabs of a request: title, state and tabs. */
export function RequestFrame({ request, children }: { request: Request; children: ReactNode }) {
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <p className={css.eyebrow}>
          <Link to={listOf[request.as].to} discover="none">
            {listOf[request.as].label}
          </Link>
          {' / '}
          {request.number} · {request.file_name}
          {request.purpose === 'immo' ? ' · Immobiliser service' : ''}
        </p>
        <h1>{request.vehicle || (request.as === 'customer' ? 'Your tune request' : 'Tune request')}</h1>
        <p className={css.sentence}>
          <RequestState state={request.state} money={request.money} /> {request.sentence}
        </p>
      </header>
      {request.road ? <Road at={request.road} /> : null}
      <Tabs tabs={tabsOf(request)} label="Request sections" />
      {children}
    </Container>
  );
}

function Road({ at }: { at: NonNullable<Request['road']> }) {
  const here = tuneRequestRoad.indexOf(at);
  return (
    <ol className={css.road} aria-label="Progress">
      {tuneRequestRoad.map((step, index) => (
        <li
          key={step}
          data-done={index < here || at === 'ready' || undefined}
          data-here={index === here || undefined}
          aria-current={index === here ? 'step' : undefined}
        >
          {roadWords[step]}
        </li>
      ))}
    </ol>
  );
}
