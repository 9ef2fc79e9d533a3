import { t } from '@tuneport/domain/text/text';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { DropLog } from '../DropLog.tsx';
import graph from '../graph.module.css';
import type { NumberedPull } from '../pulls/PullRows.tsx';
import type { ComparedLog } from '../studio-log.ts';
import { comparedLogsMax, type View } from '../view.ts';
import css from './panels.module.css';

type Props = {
  comparedLogs: readonly ComparedLog[];
  /** The same logs as in the URL, which is shorter while one is being stored. */
  stored: View['comparedLogs'];
  pulls: readonly NumberedPull[];
  onFile: (file: File) => void;
  onStored: (comparedLogs: View['comparedLogs']) => void;
};

/** Logs drawn over the first one, with their offset in time. */
export function ComparePanel({ comparedLogs, stored, pulls, onFile, onStored }: Props) {
  const shift = (nth: number, shiftS: number) =>
    onStored(stored.map((one, at) => (at === nth ? { ...one, shiftS } : one)));
  const mine = pulls.find(({ logNth }) => logNth === 0);
  return (
    <div className={css.panelForm}>
      {comparedLogs.length >= comparedLogsMax ? (
        <p className={graph.quiet}>
          {t('{count} logs are compared; remove one to add another.', { count: comparedLogsMax })}
        </p>
      ) : (
        <DropLog
          small
          label={comparedLogs.length === 0 ? t('Choose a log to compare with') : t('Add another log')}
          onFile={onFile}
        />
      )}
      {comparedLogs.length === 0 ? (
        <p className={graph.quiet}>{t('Other logs are drawn as dashed lines over the same channels.')}</p>
      ) : null}
      {comparedLogs.map(({ open, shiftS }, nth) => {
        const theirs = pulls.find(({ logNth }) => logNth === nth + 1);
        const isStored = stored[nth] !== undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same log may be added twice
          <div key={nth} className={graph.row}>
            <TextField
              key={shiftS}
              label={t('Offset of {name}', { name: open.name })}
              inputMode="decimal"
              defaultValue={String(shiftS)}
              after="s"
              disabled={!isStored}
              onBlur={(event) => shift(nth, Number(event.target.value.replace(',', '.')) || 0)}
            />
            <Button
              disabled={!isStored || !mine || !theirs}
              onClick={() => mine && theirs && shift(nth, mine.pull.fromS - theirs.pull.fromS)}
            >
              {t('Align first pulls')}
            </Button>
            <Button
              variant="ghost"
              icon
              disabled={!isStored}
              aria-label={t('Remove {name}', { name: open.name })}
              onClick={() => onStored(stored.filter((_, at) => at !== nth))}
            >
              <Icon name="trash" />
            </Button>
          </div>
        );
      })}
    </div>
  );
}
