import { type ReactNode, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { Textarea } from '../form/Textarea.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** A question with its object: "Refund 120.00 CAD?" */
  title: string;
  children?: ReactNode;
  /** The verb with its object, the same words as the button that led here. */
  confirmLabel: string;
  danger?: boolean;
  /** Asks why; the text is given to `onConfirm`. */
  reason?: { label: string; required?: boolean };
  /** Resolves when it is done; a rejection stays in the dialog as a sentence. */
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
      setProblem(error instanceof Error && error.message ? error.message : 'This did not work. Nothing was changed.');
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
            Cancel
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
            error={missing && text.trim() === '' ? 'Say why, in a few words.' : null}
          />
        ) : null}
      </Stack>
    </Dialog>
  );
}
