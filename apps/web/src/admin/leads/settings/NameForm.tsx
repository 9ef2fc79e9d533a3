import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import css from '../leads.module.css';
import { useChange } from './useChange.ts';

type Props = {
  title: string;
  label: string;
  button: string;
  maxLength: number;
  add: (name: string) => Promise<unknown>;
};

/** Adds a pipeline, a stage or a label by its name. */
export function NameForm({ title, label, button, maxLength, add }: Props) {
  const change = useChange();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    if (await change(() => add(name))) setName('');
    setBusy(false);
  };
  return (
    <form className={css.fields} onSubmit={submit} aria-label={title}>
      <TextField
        label={label}
        value={name}
        maxLength={maxLength}
        required
        readOnly={busy}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" busy={busy}>
        {button}
      </Button>
    </form>
  );
}
