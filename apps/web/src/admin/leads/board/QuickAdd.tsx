import { leadLimits } from '@tuneport/domain/leads/limits';
import { type FormEvent, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import css from './board.module.css';

type Props = { stageId: number; stage: string; onAdded: () => void };

/** A deal by its title alone, in one line at the bottom of a column. */
export function QuickAdd({ stageId, stage, onAdded }: Props) {
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Not a toast: it would cover this field at the bottom of the first column.
  const [added, setAdded] = useState('');
  if (!open)
    return (
      <Button size="small" variant="ghost" wide onClick={() => setOpen(true)} aria-label={`Add deal to ${stage}`}>
        <Icon name="plus" />
        Add deal
      </Button>
    );
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '') return setProblem('Title is required.');
    setBusy(true);
    setProblem(null);
    try {
      await call('POST /v1/admin/lead-engine/deals', { body: { title, stageId }, once: true });
      setTitle('');
      setAdded(title);
      onAdded();
    } catch (error) {
      setProblem(errorText(error, 'The deal was not added. Try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.quickAdd} onSubmit={add}>
      <TextField
        label={`Title of the new deal in ${stage}`}
        hideLabel
        placeholder="Title"
        value={title}
        maxLength={leadLimits.title}
        error={problem}
        autoFocus
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false);
        }}
      />
      <span className="visually-hidden" role="status">
        {added === '' ? '' : `${added} added.`}
      </span>
      <Row>
        <Button type="submit" size="small" variant="primary" busy={busy}>
          Add deal
        </Button>
        <Button size="small" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </Row>
    </form>
  );
}
