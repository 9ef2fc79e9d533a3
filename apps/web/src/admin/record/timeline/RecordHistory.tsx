import { useEffect, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { type Moment, Timeline } from '../../../ui/feedback/Timeline.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { auditEventLabel } from '../../identity/audit-event-labels.ts';
import type { HistoryPage } from '../record-calls.ts';
import { historyText } from './history-text.ts';
import css from './RecordHistory.module.css';

type Event = HistoryPage['data'][number];
type Props = {
  /** Loads a page; the same function as long as it is the same record. */
  load: (page: number) => Promise<HistoryPage>;
  labels: Readonly<Record<string, string>>;
  /** The record's `updated_at`: when it changes, there is a new entry. */
  since: string;
};

const shownMax = 6;

/** Who changed the record, when and what. */
export function RecordHistory({ load, labels, since }: Props) {
  const [acts, setActs] = useState<readonly Event[] | null>(null);
  const [pages, setPages] = useState({ read: 0, of: 1 });
  const [problem, setProblem] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` moves with every save.
  useEffect(() => {
    let gone = false;
    load(1).then(
      (answer) => {
        if (gone) return;
        setActs(answer.data);
        setPages({ read: 1, of: answer.page_count });
      },
      (error: unknown) => gone || setProblem(errorText(error, 'The history could not be loaded.')),
    );
    return () => {
      gone = true;
    };
  }, [load, since]);

  const more = async () => {
    const answer = await load(pages.read + 1);
    setActs((now) => [...(now ?? []), ...answer.data]);
    setPages({ read: pages.read + 1, of: answer.page_count });
  };

  if (problem) return <p className={css.quiet}>{problem}</p>;
  if (acts === null) return <Skeleton lines={4} label="Loading the history" />;
  if (acts.length === 0) return <p className={css.quiet}>No changes yet.</p>;
  return (
    <div className={css.block}>
      <Timeline moments={acts.map((act) => momentOf(act, labels))} />
      {pages.read < pages.of ? (
        <div>
          <Button size="small" onClick={() => void more()}>
            Show older changes
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function momentOf(act: Event, labels: Props['labels']): Moment {
  const changes = act.changes.flatMap((change) => changesOf(change, labels));
  return {
    id: act.id,
    title: auditEventLabel(act.act),
    when: <DateText at={act.at} show="relative" />,
    body: (
      <>
        <div className={css.quiet}>{act.by ?? 'System'}</div>
        {act.act.endsWith('.create') ? null : (
          <ul className={css.changes}>
            {changes.slice(0, shownMax).map(({ field, before, after }) => (
              <li key={field}>
                {labels[field] ?? field}: <span className={css.was}>{historyText(before)}</span> {historyText(after)}
              </li>
            ))}
            {changes.length > shownMax ? <li>and {changes.length - shownMax} more</li> : null}
          </ul>
        )}
      </>
    ),
  };
}

/** A group of fields that have labels of their own, such as "custom.3", field by field. */
function changesOf(change: Event['changes'][number], labels: Props['labels']): Event['changes'] {
  const { field, before, after } = change;
  const parts = Object.keys(labels).filter((name) => name.startsWith(`${field}.`));
  if (parts.length === 0) return [change];
  const of = (group: unknown, name: string) =>
    (group as Readonly<Record<string, unknown>> | null)?.[name.slice(field.length + 1)] ?? null;
  return parts
    .map((name) => ({ field: name, before: of(before, name), after: of(after, name) }))
    .filter((one) => one.before !== one.after);
}
