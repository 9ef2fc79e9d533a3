import { t } from '@tuneport/domain/text/text';
import { Button } from '../../controls/Button.tsx';
import css from '../Field.module.css';

type Props = { restored: boolean; onDiscard: () => void };

/** Below a text that was typed earlier and not sent. */
export function DraftHint({ restored, onDiscard }: Props) {
  if (!restored) return null;
  return (
    <p className={css.hint} role="status">
      {t('This is your unsent draft.')}{' '}
      <Button variant="link" size="small" onClick={onDiscard}>
        {t('Discard draft')}
      </Button>
    </p>
  );
}
