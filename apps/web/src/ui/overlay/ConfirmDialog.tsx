import { t } from '@tuneport/domain/text/text';
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { Textarea } from '../form/Textarea.tsx';
import { TextField } from '../form/TextField.tsx';
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
  /** Asks for a reason, passed to `onConfirm`. With `suggestions` it is one line that offers them. */
  reason?: { label: string; required?: boolean; maxLength?: number; suggestions?: readonly string[] };
  /** Resolves when done; a rejection is shown as a message in the dialog. */
  onConfirm: (reason: string) => Promise<void> | void;
};

/** A dialog focuses this field when it opens; React sets no such attribute. */
const focusFirst = (field: HTMLElement | null): void => field?.setAttribute('autofocus', '');

export function ConfirmDialog({ open, onClose, title, children, confirmLabel, danger, reason, onConfirm }: Props) {
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const list = useId();

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

  const field = {
    label: reason?.label ?? '',
    optional: !reason?.required,
    maxLength: reason?.maxLength,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(event.currentTarget.value),
    error: missing && text.trim() === '' ? t('Enter a short reason.') : null,
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
        {reason?.suggestions ? (
          <>
            <TextField {...field} ref={focusFirst} list={list} autoComplete="off" />
            <datalist id={list}>
              {reason.suggestions.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </>
        ) : reason ? (
          <Textarea {...field} ref={focusFirst} rows={3} />
        ) : null}
      </Stack>
    </Dialog>
  );
}
