import { t } from '@tuneport/domain/text/text';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import graph from '../graph.module.css';
import type { Mark } from '../lanes/lane.ts';
import { noteCharsMax, notesMax, seconds, type View } from '../view.ts';
import css from './panels.module.css';

type Props = {
  notes: View['notes'];
  /** Markers and laps from the file. */
  marks: readonly Mark[];
  /** The time a new note gets. */
  timeS: number;
  onNotes: (notes: View['notes']) => void;
  onShow: (timeS: number) => void;
};

/** Notes on the curves, stored in the link of this view, and the markers of the file. */
export function NotesPanel({ notes, marks, timeS, onNotes, onShow }: Props) {
  const [text, setText] = useState('');
  const [time, setTime] = useState(String(Number(timeS.toFixed(2))));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = time.trim() === '' ? Number.NaN : Number(time.replace(',', '.'));
    if (text.trim() === '' || !Number.isFinite(at)) {
      setError(t('Enter a time in seconds and a text.'));
      return;
    }
    setError(undefined);
    setText('');
    onNotes([...notes, { timeS: at, text: text.trim() }].sort((a, b) => a.timeS - b.timeS).slice(0, notesMax));
  };
  return (
    <form method="post" className={css.panelForm} onSubmit={submit} noValidate>
      <div className={graph.row}>
        <TextField
          label={t('Time')}
          inputMode="decimal"
          after="s"
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
        <TextField
          label={t('Note')}
          value={text}
          maxLength={noteCharsMax}
          error={error}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={notes.length >= notesMax}>
          {t('Add note')}
        </Button>
      </div>
      <p className={graph.quiet}>
        {t('Notes are part of the link to this view. Press N over the curves to add one at the cursor.')}
      </p>
      <ul className={css.formulas}>
        {notes.map((note) => (
          <li key={`${note.timeS} ${note.text}`}>
            <Button variant="ghost" size="small" onClick={() => onShow(note.timeS)}>
              {seconds(note.timeS)}
            </Button>
            <span>{note.text}</span>
            <Button
              variant="ghost"
              size="small"
              icon
              aria-label={t('Remove {name}', { name: note.text })}
              onClick={() => onNotes(notes.filter((other) => other !== note))}
            >
              <Icon name="trash" />
            </Button>
          </li>
        ))}
        {marks.slice(0, 50).map(({ timeS: at, text: label }, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: markers of the file do not move
          <li key={nth}>
            <Button variant="ghost" size="small" onClick={() => onShow(at)}>
              {seconds(at)}
            </Button>
            <span className={graph.quiet}>{label}</span>
          </li>
        ))}
      </ul>
    </form>
  );
}
