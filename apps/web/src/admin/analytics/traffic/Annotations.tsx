import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import css from '../reports/reports.module.css';
import type { Traffic } from './load-traffic.ts';

type Annotation = Traffic['overview']['annotations'][number];

/** Notes on days that explain a curve: a newsletter, a release, an outage. */
export function Annotations({ annotations }: { annotations: readonly Annotation[] }) {
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const fail = (error: unknown) => toast(errorText(error, 'The note could not be saved.'), { tone: 'bad' });
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { day: String(form.get('day')), text: String(form.get('text')) };
    try {
      await call('POST /v1/admin/analytics/annotations', { body, once: true });
      setOpen(false);
      await revalidate();
    } catch (error) {
      fail(error);
    }
  };
  const remove = async ({ id, day, text }: Annotation) => {
    try {
      await call('DELETE /v1/admin/analytics/annotations/:id', { params: { id } });
      await revalidate();
      toast('Note deleted.', {
        action: {
          label: 'Undo',
          onSelect: () =>
            void call('POST /v1/admin/analytics/annotations', { body: { day, text }, once: true })
              .then(() => revalidate())
              .catch(fail),
        },
      });
    } catch (error) {
      fail(error);
    }
  };
  return (
    <div>
      {annotations.length > 0 ? (
        <ul className={css.list} aria-label="Notes">
          {annotations.map((annotation) => (
            <li key={annotation.id}>
              <span className={css.quiet}>
                <DateText at={`${annotation.day}T12:00:00Z`} show="date" />
              </span>
              {annotation.text}
              <Button
                variant="ghost"
                size="small"
                aria-label={`Delete the note “${annotation.text}”`}
                onClick={() => void remove(annotation)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen ? (
        <form className={css.form} onSubmit={(event) => void save(event)}>
          <TextField type="date" name="day" label="Day" required defaultValue={new Date().toISOString().slice(0, 10)} />
          <TextField name="text" label="Note" required maxLength={200} autoFocus />
          <Button type="submit" variant="primary">
            Add note
          </Button>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
        </form>
      ) : (
        <Button size="small" onClick={() => setOpen(true)}>
          Add a note
        </Button>
      )}
    </div>
  );
}
