import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { Textarea } from '../form/Textarea.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** A question that names the object: "Refund 120.00 CAD?" */
  title: string;
  children?: ReactNode;
  /** Verb and object, as on the button that opened the dialog. */
  confirmLabel: string;
  danger?: boolean;
  /** Asks for a reason, passed to `onConfirm`. */
  reason?: { label: string; required?: boolean };
  /** Resolves when done; a rejection is shown as a message in the dialog. */
  onConfirm: (reason: string) => Promise<void> | void;
};

export function ConfirmDialog({ open, onClose, title, children, confirmLabel, danger, reason, onConfirm }: Props) {
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);

  const close = () => {
    setText('');
    setProblem(null);
    setMissing(false);
    onClose();
  };
  const confirm = async () => {
    if (reason?.required && text.trim() === '') {
      setMissing(true);
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm(text.trim());
      close();
    } catch (error) {
      setProblem(
        error instanceof Error && error.message ? error.message : t('Something went wrong. Nothing was changed.'),
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      locked={busy}
      title={title}
      foot={
        <>
          <Button onClick={close} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button variant={danger ? 'dangerFill' : 'primary'} busy={busy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Stack>
        {problem ? (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        ) : null}
        {children ? <div>{children}</div> : null}
        {reason ? (
          <Textarea
            label={reason.label}
            optional={!reason.required}
            rows={3}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
            error={missing && text.trim() === '' ? t('Enter a short reason.') : null}
          />
        ) : null}
      </Stack>
      {open && text.trim() !== '' && !busy ? <LeaveGuard /> : null}
    </Dialog>
  );
}
