import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import css from '../leads.module.css';
import { useChange } from './useChange.ts';

type Props = { title: string; label: string; button: string; add: (name: string) => Promise<unknown> };

/** Adds a pipeline, a stage or a label by its name. */
export function NameForm({ title, label, button, add }: Props) {
  const change = useChange();
  const [name, setName] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await change(() => add(name))) setName('');
  };
  return (
    <form className={css.fields} onSubmit={submit} aria-label={title}>
      <TextField
        label={label}
        value={name}
        maxLength={60}
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">{button}</Button>
    </form>
  );
}
