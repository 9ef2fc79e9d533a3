import { t } from '@tuneport/domain/text/text';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { DropLog } from '../DropLog.tsx';
import css from '../graph.module.css';
import type { NumberedPull } from '../pulls/PullRows.tsx';
import type { Beside } from '../studio-log.ts';
import { besidesMax, type View } from '../view.ts';

type Props = {
  besides: readonly Beside[];
  /** The same logs as in the URL, which is shorter while one is being stored. */
  stored: View['besides'];
  pulls: readonly NumberedPull[];
  onFile: (file: File) => void;
  onStored: (besides: View['besides']) => void;
};

/** Logs drawn over the first one, with their offset in time. */
export function ComparePanel({ besides, stored, pulls, onFile, onStored }: Props) {
  const shift = (nth: number, shiftS: number) =>
    onStored(stored.map((one, at) => (at === nth ? { ...one, shiftS } : one)));
  const mine = pulls.find(({ logNth }) => logNth === 0);
  return (
    <div className={css.panelForm}>
      {besides.length >= besidesMax ? (
        <p className={css.quiet}>{t('{count} logs are compared; remove one to add another.', { count: besidesMax })}</p>
      ) : (
        <DropLog
          small
          label={besides.length === 0 ? t('Choose a log to compare with') : t('Add another log')}
          onFile={onFile}
        />
      )}
      {besides.length === 0 ? (
        <p className={css.quiet}>{t('Other logs are drawn as dashed lines over the same channels.')}</p>
      ) : null}
      {besides.map(({ open, shiftS }, nth) => {
        const theirs = pulls.find(({ logNth }) => logNth === nth + 1);
        const isStored = stored[nth] !== undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same log may be added twice
          <div key={nth} className={css.row}>
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
