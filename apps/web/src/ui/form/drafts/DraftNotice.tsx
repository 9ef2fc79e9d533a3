import { t } from '@tuneport/domain/text/text';
import { Button } from '../../controls/Button.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { Row } from '../../layout/Layout.tsx';
import { DateText } from '../../text/DateText.tsx';
import { rich } from '../../text/rich.ts';

type Props = { at: number; onRestore: () => void; onDiscard: () => void };

/** Offers what was typed before and not saved. */
export function DraftNotice({ at, onRestore, onDiscard }: Props) {
  return (
    <Notice
      live
      action={
        <Row>
          <Button size="small" onClick={onRestore}>
            {t('Restore draft')}
          </Button>
          <Button size="small" variant="ghost" onClick={onDiscard}>
            {t('Discard')}
          </Button>
        </Row>
      }
    >
      {rich('You have unsaved changes from {when}.', {
        when: <DateText at={new Date(at).toISOString()} show="relative" />,
      })}
    </Notice>
  );
}
