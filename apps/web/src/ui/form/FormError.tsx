import { useEffect, useRef } from 'react';
import { Notice } from '../feedback/Notice.tsx';
import { type FieldMessage, messagesOf } from './field-state.ts';

type Props = {
  /** The sentence of the refusal. */
  message?: string | null;
  /** Field errors of a 422, by wire name. */
  errors?: Readonly<Record<string, FieldMessage>> | null;
  /** What people call a field; a name that is missing here has no field on the page, and its sentence is shown whole. */
  labels?: Readonly<Record<string, string>>;
  /** Ids of the controls, so that each line leads to its field. */
  ids?: Readonly<Record<string, string>>;
};

/** What went wrong, on top of the form, once; it takes the focus so that nobody searches for it. */
export function FormError({ message, errors, labels = {}, ids = {} }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const lines = Object.entries(errors ?? {}).filter(([, e]) => messagesOf(e).length > 0);
  const shown = Boolean(message) || lines.length > 0;
  // Every answer is a new object, so a second failed try is announced like the first.
  useEffect(() => {
    if (message || errors) ref.current?.focus();
  }, [message, errors]);
  if (!shown) return null;
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice tone="bad" live title={message ?? 'Some fields need another look. Nothing was saved.'}>
        {lines.length > 0 ? (
          <ul>
            {lines.map(([name, error]) => {
              const text = `${labels[name] ? `${labels[name]}: ` : ''}${messagesOf(error).join(' ')}`;
              return <li key={name}>{ids[name] ? <a href={`#${ids[name]}`}>{text}</a> : text}</li>;
            })}
          </ul>
        ) : null}
      </Notice>
    </div>
  );
}
