import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { toast } from '../feedback/toast-store.ts';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';
import css from './ListPage.module.css';

export type BulkAction<Row> = {
  /** The verb; the count is added: "Archive 3". */
  label: string;
  danger?: boolean;
  confirm?: string;
  reason?: { label: string; required?: boolean };
  run: (rows: readonly Row[], reason: string) => Promise<void>;
};

type BulkProps<Row> = {
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  onDone: () => void;
  onClear: () => void;
};

/** Actions for the selected rows. */
export function BulkBar<Row>({ rows, actions, onDone, onClear }: BulkProps<Row>) {
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (action: BulkAction<Row>, reason: string) => {
    await action.run(rows, reason);
    onDone();
  };
  const start = async (action: BulkAction<Row>) => {
    if (action.confirm || action.reason || action.danger) {
      setAsking(action);
      return;
    }
    setBusy(true);
    try {
      await run(action, '');
    } catch (error) {
      toast(error instanceof Error ? error.message : t('Something went wrong. Try again.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const label = (action: BulkAction<Row>) => `${action.label} ${rows.length}`;
  return (
    <section className={css.bulk} aria-label={t('Selected rows')}>
      <span className={css.bulkCount} aria-live="polite">
        {t('{count} selected', { count: rows.length })}
      </span>
      {actions.map((action) => (
        <Button
          key={action.label}
          variant={action.danger ? 'danger' : 'quiet'}
          busy={busy}
          onClick={() => void start(action)}
        >
          {label(action)}
        </Button>
      ))}
      <Button variant="ghost" onClick={onClear}>
        {t('Clear')}
      </Button>
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={`${label(asking)}?`}
          confirmLabel={label(asking)}
          danger={asking.danger}
          reason={asking.reason}
          onConfirm={(reason) => run(asking, reason)}
        >
          {asking.confirm}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
