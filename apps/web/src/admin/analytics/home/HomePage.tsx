import type { CallReply } from '@tuneport/contract/index';
import { queueCountMax, type WorkQueue, workQueueKeys, workQueues } from '@tuneport/domain/site/work-queues';
import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Link } from '../../../ui/controls/Link.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { OfficeIcon } from '../../frame/OfficeIcon.tsx';
import type { WorkCounts } from '../../frame/use-work-counts.ts';
import { auditEventLabel } from '../../identity/audit-event-labels.ts';
import { PageHead } from '../../PageHead.tsx';
import { subjectPage, subjectTitle } from '../../record/subject.ts';
import css from './HomePage.module.css';
import { MoneyFigures } from './MoneyFigures.tsx';
import { queueLabels } from './queue-labels.ts';

export const meta = () => [{ title: pageTitle('Home') }];

export const clientLoader = () => call('GET /v1/admin/home');
clientLoader.hydrate = true as const;

export type Home = CallReply<'GET /v1/admin/home'>;
type FeedEvent = NonNullable<Home['feed']>[number];

export function HydrateFallback() {
  return (
    <Container width="full" className={css.page}>
      <PageHead title="Home" />
      <Skeleton lines={8} label="Loading the overview" />
    </Container>
  );
}

const refreshMs = 30_000;

export default function HomePage() {
  const { as_of, counts, money, feed } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, refreshMs);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <Container width="full" className={css.page}>
      <PageHead
        title="Home"
        about={
          <>
            As of <DateText at={as_of} />, updated every 30 seconds
          </>
        }
      />
      <Attention counts={counts} />
      <div className={css.columns} data-two={money && feed ? true : undefined}>
        {money ? <MoneyFigures money={money} asOf={as_of} /> : null}
        {feed ? <Feed feed={feed} /> : null}
      </div>
    </Container>
  );
}

/** What needs a person now; each tile opens the list of exactly these records. */
function Attention({ counts }: { counts: WorkCounts }) {
  const waiting = workQueueKeys.filter((key) => (counts[key] ?? 0) > 0);
  return (
    <section className={css.section} aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {waiting.length === 0 ? (
        <EmptyState title="Nothing needs your attention.">Work that needs a person appears here.</EmptyState>
      ) : (
        <ul className={css.tiles}>
          {waiting.map((key) => (
            <li key={key}>
              <QueueTile queue={key} count={counts[key] ?? 0} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function QueueTile({ queue, count }: { queue: WorkQueue; count: number }) {
  const { label, icon, urgent } = queueLabels[queue];
  return (
    <Link to={workQueues[queue].to} className={css.tile} data-urgent={urgent}>
      <OfficeIcon name={icon} />
      <span className={css.figure}>{count >= queueCountMax ? '999+' : count}</span>
      <span className={css.label}>{label}</span>
    </Link>
  );
}

const Feed = ({ feed }: { feed: readonly FeedEvent[] }) => (
  <section className={css.section} aria-labelledby="feed">
    <div className={css.sectionHead}>
      <h2 id="feed">Recent activity</h2>
      <Link to="/admin/audit" className={css.more}>
        All activity
      </Link>
    </div>
    {feed.length === 0 ? (
      <EmptyState title="Changes by staff and customers appear here." />
    ) : (
      <ol className={css.feed}>
        {feed.map((event) => (
          <li key={event.id}>
            <span>
              {event.actor ? <Link to={`/admin/users/${event.actor.id}`}>{event.actor.name}</Link> : 'System'}
              {': '}
              {auditEventLabel(event.act)}
              {' · '}
              <Subject subject={event.subject} />
            </span>
            <span className={css.when}>
              <DateText at={event.at} show="relative" />
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
);

function Subject({ subject }: { subject: string }) {
  const path = subjectPage(subject);
  return path ? <Link to={path}>{subjectTitle(subject)}</Link> : subjectTitle(subject);
}
