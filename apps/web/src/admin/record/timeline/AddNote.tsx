import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import css from './RecordTimeline.module.css';

/** A staff note. Ctrl+Enter sends it; text that was not sent is guarded. */
export function AddNote({ onAdd }: { onAdd: (text: string) => Promise<void> }) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const empty = text.trim() === '';
  const send = async () => {
    if (empty || busy) return;
    setBusy(true);
    setProblem('');
    try {
      await onAdd(text.trim());
      setText('');
    } catch (error) {
      setProblem(errorText(error, 'The note was not saved. Your text is still here.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={css.add}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <FormError message={problem} />
      <Textarea
        label="Add a note"
        hideLabel
        placeholder="Add a note. Only staff can read it."
        rows={empty ? 1 : 3}
        maxLength={4000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      {empty ? null : (
        <div>
          <Button type="submit" size="small" variant="primary" busy={busy}>
            Add note
          </Button>
        </div>
      )}
      {empty || busy ? null : <LeaveGuard />}
    </form>
  );
}
