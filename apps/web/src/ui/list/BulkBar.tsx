import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { errorText } from '../feedback/error-text.ts';
import { toast } from '../feedback/toast-store.ts';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';
import css from './BulkBar.module.css';
import { grouped } from './list-state.ts';

export type BulkAction<Row> = {
  /** The verb; the count is added: "Archive 3". */
  label: string;
  danger?: boolean;
  confirm?: string;
  reason?: { label: string; required?: boolean };
  /** `query` is the search and the filters of the list. */
  run: (rows: readonly Row[], reason: string, query: Matching['query']) => Promise<void>;
  /** Acts on every row that matches the filters; without it the action takes the rows of a page only. */
  runMatching?: (matching: Matching, reason: string) => Promise<void>;
};

/** All rows of a list: its search and filters as its call takes them, and how many rows match. */
export type Matching = { readonly query: Readonly<Record<string, string | number>>; readonly total: number };

type BulkProps<Row> = {
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  query: Matching['query'];
  /** Offered once the whole page is selected. */
  matching: Matching | null;
  /** Whether all matching rows are selected, not only those of the page. */
  everything: boolean;
  onEverything: () => void;
  /** Selects the page; null when it is selected. The table does this itself unless its head is hidden. */
  onPage: (() => void) | null;
  onDone: () => void;
  onClear: () => void;
};

/** Actions for the selected rows. */
export function BulkBar<Row>({
  rows,
  actions,
  query,
  matching,
  everything,
  onEverything,
  onPage,
  onDone,
  onClear,
}: BulkProps<Row>) {
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (action: BulkAction<Row>, reason: string) => {
    if (everything && matching) await action.runMatching?.(matching, reason);
    else await action.run(rows, reason, query);
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
      toast(errorText(error, t('Something went wrong. Try again.')), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const count = grouped(everything && matching ? matching.total : rows.length);
  const label = (action: BulkAction<Row>) => `${action.label} ${count}`;
  const offered = everything ? actions.filter(({ runMatching }) => runMatching) : actions;
  return (
    <section className={css.bulk} aria-label={t('Selected rows')}>
      <span className={css.bulkCount} aria-live="polite">
        {everything ? t('All {count} matching selected', { count }) : t('{count} selected', { count })}
      </span>
      {onPage ? (
        <Button variant="ghost" className={css.bulkPage} onClick={onPage}>
          {t('Select all rows on this page')}
        </Button>
      ) : null}
      {matching && !everything && actions.some(({ runMatching }) => runMatching) ? (
        <Button variant="ghost" onClick={onEverything}>
          {t('Select all {count} matching', { count: grouped(matching.total) })}
        </Button>
      ) : null}
      {offered.map((action) => (
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
