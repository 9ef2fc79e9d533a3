import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { downloadText } from '../../ui/list/export-csv.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './account.module.css';

const text = (codes: readonly string[]) =>
  ['Tuneport recovery codes', 'Each works once, instead of a code from your authenticator app.', '', ...codes, ''].join(
    '\n',
  );

/** Shown once, so it closes only after the user confirms that the codes are saved. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [confirmed, setKept] = useState(false);
  return (
    <Dialog
      open
      locked={!confirmed}
      onClose={onClose}
      title="Save your recovery codes"
      foot={
        <Button variant="primary" disabled={!confirmed} onClick={onClose}>
          Done
        </Button>
      }
    >
      <Stack>
        <p>
          Use one of these codes to log in when you don't have your phone. Each code works once. You won't see them
          again.
        </p>
        <div className={css.paper}>
          <h2 className={css.paperTitle}>Tuneport recovery codes</h2>
          <ul className={css.codes}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <Row>
          <Button onClick={() => downloadText('tuneport-recovery-codes.txt', text(codes))}>
            <Icon name="download" />
            Download
          </Button>
          <Button onClick={() => window.print()}>
            <Icon name="print" />
            Print
          </Button>
        </Row>
        <Checkbox
          label="I have saved these codes in a safe place."
          checked={confirmed}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}
