import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { grouped } from '../../../ui/list/list-state.ts';
import css from './bulk.module.css';
import { type BulkRun, resultText, runTitle } from './bulk-labels.ts';

type Props = { run: BulkRun | null; onChange: (run: BulkRun | null) => void; onEnded: () => void };

/** The progress of a bulk action above its list, and its result. */
export function BulkRunNotice({ run, onChange, onEnded }: Props) {
  const state = run?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'running' && state !== undefined && state !== 'running') onEnded();
    before.current = state;
  }, [state, onEnded]);
  if (!run) return null;
  if (run.state === 'running')
    return (
      <Notice title={runTitle(run)} action={<CancelRun run={run} onCancelled={onChange} />}>
        <RunProgress run={run} />
      </Notice>
    );
  const isClean = run.state === 'done' && run.refused === 0;
  return (
    <Notice
      tone={isClean ? 'good' : 'careful'}
      live
      title={`${resultText(run)}.`}
      action={
        <>
          {isClean ? null : (
            <ButtonLink size="small" variant="quiet" to={`/admin/bulk-runs/${run.id}`}>
              Show details
            </ButtonLink>
          )}
          <Button size="small" variant="ghost" onClick={() => onChange(null)}>
            Dismiss
          </Button>
        </>
      }
    >
      {run.problem}
    </Notice>
  );
}

export function RunProgress({ run }: { run: BulkRun }) {
  return (
    <div className={css.progress}>
      <progress value={run.processed} max={Math.max(1, run.total)} aria-label="Rows processed" />
      <span>
        {grouped(run.processed)} of {grouped(run.total)}. You can leave this page; the work continues.
      </span>
    </div>
  );
}

export function CancelRun({ run, onCancelled }: { run: BulkRun; onCancelled: (run: BulkRun) => void }) {
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      onCancelled(await call('POST /v1/admin/bulk-runs/:id/cancel', { params: { id: run.id } }));
    } catch (error) {
      toast(errorText(error, 'Something went wrong. Try again.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" busy={busy} onClick={() => void cancel()}>
      Stop
    </Button>
  );
}
