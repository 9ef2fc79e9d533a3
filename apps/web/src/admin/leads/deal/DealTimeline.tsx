import type { CallReply } from '@tuneport/contract/index';
import { leadLimits } from '@tuneport/domain/leads/limits';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { NoteTools } from '../NoteTools.tsx';
import { WriteForm } from '../WriteForm.tsx';
import type { Deal } from './DealPage.tsx';
import css from './deal.module.css';

type Entry = CallReply<'GET /v1/admin/lead-engine/deals/:id/timeline'>['data'][number];
const tones = {
  note: 'careful',
  mail: 'busy',
  activity: 'accent',
  event: 'good',
  comment: 'neutral',
  change: 'neutral',
  file: 'neutral',
} as const;

/** Notes, comments, activities, mails, files and changes in one, and a field to write a note. */
export function DealTimeline({ deal, onChanged }: { deal: Deal; onChanged: () => Promise<void> }) {
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [more, setMore] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const { id, updatedAt } = deal;

  const load = useCallback(
    async (last?: Entry) => {
      try {
        const answer = await call('GET /v1/admin/lead-engine/deals/:id/timeline', {
          params: { id },
          query: last === undefined ? {} : { before: last.at, beforeKey: last.key },
        });
        setEntries((now) => (last === undefined ? answer.data : [...(now ?? []), ...answer.data]));
        setMore(answer.more);
        setProblem(null);
      } catch (error) {
        setProblem(error as Error);
      }
    },
    [id],
  );
  const signature = JSON.stringify([updatedAt, deal.activities, deal.notes, deal.files]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the deal is a new entry
  useEffect(() => {
    void load();
  }, [load, signature]);
  const changed = async () => {
    await onChanged();
    await load();
  };
  const pinned = new Set(deal.notes.filter((note) => note.pinned).map((note) => note.id));

  return (
    <Card>
      <Stack>
        <h2>Timeline</h2>
        <WriteForm
          draft={`lead-deal-note-${id}`}
          label="Note"
          button="Add note"
          write={(text) => call('POST /v1/admin/lead-engine/notes', { body: { dealId: id, text }, once: true })}
          onWritten={changed}
        />
        {problem ? <ErrorState onRetry={() => void load()}>{problem.message}</ErrorState> : null}
        {entries === null && !problem ? <Skeleton lines={4} label="Loading the timeline" /> : null}
        {entries ? (
          <Timeline
            moments={pinnedFirst(entries, pinned).map((entry) => ({
              id: entry.key,
              title: isPinned(entry, pinned) ? 'Pinned note' : entry.title,
              tone: tones[entry.kind],
              when: (
                <>
                  {entry.by ? `${entry.by} · ` : ''}
                  <DateText at={entry.at} show="relative" />
                </>
              ),
              body: <EntryBody entry={entry} pinned={isPinned(entry, pinned)} onChanged={changed} />,
            }))}
          />
        ) : null}
        {more ? <Button onClick={() => void load(entries?.at(-1))}>Show earlier</Button> : null}
      </Stack>
    </Card>
  );
}

const idOf = (entry: Entry) => Number(entry.key.split(':')[1]);
const isPinned = (entry: Entry, pinned: ReadonlySet<number>) => entry.kind === 'note' && pinned.has(idOf(entry));
const pinnedFirst = (entries: readonly Entry[], pinned: ReadonlySet<number>) => [
  ...entries.filter((entry) => isPinned(entry, pinned)),
  ...entries.filter((entry) => !isPinned(entry, pinned)),
];

type BodyProps = { entry: Entry; pinned: boolean; onChanged: () => Promise<void> };

/** Notes and activities can be commented on; notes can be pinned and deleted, comments deleted. */
function EntryBody({ entry, pinned, onChanged }: BodyProps) {
  const [writing, setWriting] = useState(false);
  const id = idOf(entry);
  const deleteComment = async () => {
    try {
      await call('DELETE /v1/admin/lead-engine/comments/:id', { params: { id } });
      toast('Comment deleted.');
      await onChanged();
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  const isNote = entry.kind === 'note';
  const target = isNote ? { noteId: id } : { activityId: id };
  return (
    <>
      {entry.text ? <p className={css.pre}>{entry.text}</p> : null}
      {isNote || entry.kind === 'activity' || entry.kind === 'comment' ? (
        <div className={css.entryTools}>
          {entry.kind === 'comment' ? null : (
            <Button variant="link" size="small" aria-expanded={writing} onClick={() => setWriting(!writing)}>
              Comment
            </Button>
          )}
          {isNote ? <NoteTools id={id} pinned={pinned} onChanged={onChanged} /> : null}
          {entry.kind === 'comment' ? (
            <Button variant="link" size="small" onClick={() => void deleteComment()}>
              Delete
            </Button>
          ) : null}
        </div>
      ) : null}
      {writing ? (
        <WriteForm
          draft={`lead-comment-${entry.key}`}
          label="Comment"
          button="Add comment"
          maxLength={leadLimits.comment}
          autoFocus
          write={(text) => call('POST /v1/admin/lead-engine/comments', { body: { ...target, text }, once: true })}
          onWritten={async () => {
            setWriting(false);
            await onChanged();
          }}
        />
      ) : null}
    </>
  );
}
