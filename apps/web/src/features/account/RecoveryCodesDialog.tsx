import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { downloadText } from '../../ui/list/export-csv.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './account.module.css';

const text = (codes: readonly string[]) =>
  [
    t('Tuneport recovery codes'),
    t('Each works once, instead of a code from your authenticator app.'),
    '',
    ...codes,
    '',
  ].join('\n');

/** Shown once, so it closes only after the user confirms that the codes are saved. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [confirmed, setKept] = useState(false);
  return (
    <Dialog
      open
      locked={!confirmed}
      onClose={onClose}
      title={t('Save your recovery codes')}
      foot={
        <Button variant="primary" disabled={!confirmed} onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack>
        <p>
          {t(
            "Use one of these codes to log in when you don't have your phone. Each code works once. You won't see them again.",
          )}
        </p>
        <div className={css.paper}>
          <h2 className={css.paperTitle}>{t('Tuneport recovery codes')}</h2>
          <ul className={css.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <Row>
          <Button onClick={() => downloadText('tuneport-recovery-codes.txt', text(codes))}>
            <Icon name="download" />
            {t('Download')}
          </Button>
          <Button onClick={() => window.print()}>
            <Icon name="print" />
            {t('Print')}
          </Button>
        </Row>
        <Checkbox
          label={t('I have saved these codes in a safe place.')}
          checked={confirmed}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
