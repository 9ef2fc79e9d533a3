import type { CallReply } from '@tuneport/contract/index';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Timeline } from '../../../ui/feedback/Timeline.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import css from '../deal/deal.module.css';
import { NoteTools } from '../NoteTools.tsx';
import { WriteForm } from '../WriteForm.tsx';

type Note = CallReply<'GET /v1/admin/lead-engine/notes'>['data'][number];

/** Notes about a contact, pinned ones first. */
export function ContactNotes({ contactId }: { contactId: number }) {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [problem, setProblem] = useState<Error | null>(null);
  const load = useCallback(async () => {
    try {
      setNotes((await call('GET /v1/admin/lead-engine/notes', { query: { contactId, per_page: 100 } })).data);
      setProblem(null);
    } catch (error) {
      setProblem(error as Error);
    }
  }, [contactId]);
  useEffect(() => {
    void load();
  }, [load]);
  return (
    <Card>
      <Stack>
        <h2>Notes</h2>
        <WriteForm
          draft={`lead-contact-note-${contactId}`}
          label="Note"
          button="Add note"
          write={(text) => call('POST /v1/admin/lead-engine/notes', { body: { contactId, text }, once: true })}
          onWritten={load}
        />
        {problem ? <ErrorState onRetry={() => void load()}>{problem.message}</ErrorState> : null}
        <Timeline
          moments={notes.map(({ id, text, pinned, writtenBy, createdAt }) => ({
            id,
            title: pinned ? 'Pinned note' : 'Note',
            tone: 'careful',
            when: (
              <>
                {writtenBy ? `${writtenBy.name} · ` : ''}
                <DateText at={createdAt} show="relative" />
              </>
            ),
            body: (
              <>
                <p className={css.pre}>{text}</p>
                <div className={css.entryTools}>
                  <NoteTools id={id} pinned={pinned} onChanged={load} />
                </div>
              </>
            ),
          }))}
        />
      </Stack>
    </Card>
  );
}
