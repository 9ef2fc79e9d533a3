import type { CallReply } from '@tuneport/contract/index';
import { type RecordKind, recordPage, type TimelineKind } from '@tuneport/domain/activity/record-kinds';
import { useCallback, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { type Moment, Timeline } from '../../../ui/feedback/Timeline.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { auditEventLabel } from '../../identity/audit-event-labels.ts';
import { unitName } from '../../ledger/ledger-labels.ts';
import { AddNote } from './AddNote.tsx';
import { FieldDiff } from './FieldDiff.tsx';
import css from './RecordTimeline.module.css';

type Page = CallReply<'GET /v1/admin/records/:kind/:id/timeline'>;
type Event = Page['data'][number];

type Props = {
  of: { kind: RecordKind; id: number };
  /** When it changes, there may be a new event: the record's `updated_at`. */
  since?: string;
  labels?: Readonly<Record<string, string>>;
};

const filters: readonly { show: TimelineKind | null; label: string }[] = [
  { show: null, label: 'All' },
  { show: 'note', label: 'Notes' },
  { show: 'step', label: 'Status' },
  { show: 'money', label: 'Money' },
  { show: 'mail', label: 'E-mails' },
  { show: 'change', label: 'Changes' },
];

/** Everything that happened to a record, newest first, with staff notes. The filter is in the URL. */
export function RecordTimeline({ of: { kind, id }, since, labels }: Props) {
  const [params] = useSearchParams();
  const show = filters.find((filter) => filter.show === params.get('show'))?.show ?? null;
  const [events, setEvents] = useState<readonly Event[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [deleting, setDeleting] = useState<Event | null>(null);
  const load = useCallback(
    (before?: string) =>
      call('GET /v1/admin/records/:kind/:id/timeline', {
        params: { kind, id },
        query: { ...(show ? { show } : {}), ...(before ? { before } : {}) },
      }),
    [kind, id, show],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` moves with every save
  useEffect(() => {
    let gone = false;
    load().then(
      (page) => {
        if (gone) return;
        setEvents(page.data);
        setNext(page.next);
        setProblem('');
      },
      (error: unknown) => gone || setProblem(messageOf(error)),
    );
    return () => {
      gone = true;
    };
  }, [load, since]);
  const more = async () => {
    setBusy(true);
    try {
      const page = await load(next ?? undefined);
      setEvents((now) => [...(now ?? []), ...page.data]);
      setNext(page.next);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={css.block} aria-label="Activity">
      <AddNote
        onAdd={async (text) => {
          const body = { text };
          const note = await call('POST /v1/admin/records/:kind/:id/notes', { params: { kind, id }, body, once: true });
          setEvents((now) => [note, ...(now ?? [])]);
        }}
      />
      <nav className={css.filters} aria-label="Show">
        {filters.map((filter) => (
          <Link
            key={filter.label}
            to={withShow(params, filter.show)}
            className={css.filter}
            aria-current={filter.show === show ? 'true' : undefined}
            replace
            preventScrollReset
            discover="none"
          >
            {filter.label}
          </Link>
        ))}
      </nav>
      {problem ? <p role="alert">{problem}</p> : null}
      {events === null && !problem ? <Skeleton lines={6} label="Loading the activity" /> : null}
      {events?.length === 0 ? <p className={css.quiet}>{emptyText(show)}</p> : null}
      {events && events.length > 0 ? (
        <Timeline moments={events.map((event) => momentOf(event, labels, () => setDeleting(event)))} />
      ) : null}
      {next ? (
        <div>
          <Button size="small" busy={busy} onClick={() => void more()}>
            Show older activity
          </Button>
        </div>
      ) : null}
      {deleting ? (
        <ConfirmDialog
          open
          danger
          onClose={() => setDeleting(null)}
          title="Delete this note?"
          confirmLabel="Delete note"
          onConfirm={async () => {
            await call('DELETE /v1/admin/staff-notes/:id', { params: { id: deleting.note_id ?? 0 } });
            setEvents((now) => now?.filter((event) => event.id !== deleting.id) ?? null);
            toast('Note deleted.');
          }}
        >
          Other staff can no longer read it here. The audit log keeps its text.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

const messageOf = (error: unknown) => errorText(error, 'The activity could not be loaded.');

function withShow(params: URLSearchParams, show: TimelineKind | null): string {
  const wanted = new URLSearchParams(params);
  if (show) wanted.set('show', show);
  else wanted.delete('show');
  return `?${wanted}`;
}

const emptyText = (show: TimelineKind | null) =>
  show === 'note'
    ? 'No notes yet. Only staff can read them.'
    : show === null
      ? 'Notes, status changes, payments and e-mails appear here.'
      : 'Nothing of this kind yet.';

function momentOf(event: Event, labels: Props['labels'], onDelete: () => void): Moment {
  const { act, record, by, amount, text, changes } = event;
  const to = record ? recordPage(`${record.kind}:${record.id}`) : null;
  const isNew = act?.endsWith('.create') ?? false;
  return {
    id: event.id,
    tone: event.tone,
    title: (
      <span className={css.title}>
        {act ? auditEventLabel(act) : event.title}
        {amount ? <MoneyText money={{ ...amount, currency: unitName(amount.currency) }} signed /> : null}
        {record && to ? (
          <TextLink to={to} discover="none">
            {record.title}
          </TextLink>
        ) : null}
        {event.mail_id === null ? null : (
          <TextLink to={`/admin/mail/${event.mail_id}`} discover="none">
            Open
          </TextLink>
        )}
      </span>
    ),
    when: <DateText at={event.at} show="relative" />,
    body: (
      <>
        {text ? <p className={event.kind === 'note' ? css.note : css.text}>{text}</p> : null}
        {changes.length > 0 && !isNew ? (
          <details className={css.details}>
            <summary>{changes.length === 1 ? '1 field' : `${changes.length} fields`}</summary>
            <FieldDiff changes={changes} labels={labels} />
          </details>
        ) : null}
        {event.kind === 'mail' ? null : (
          <span className={css.quiet}>
            {by?.name ?? 'System'}
            {event.note_id === null ? null : (
              <>
                {' · '}
                <button type="button" className={css.link} onClick={onDelete}>
                  Delete
                </button>
              </>
            )}
          </span>
        )}
      </>
    ),
  };
}
