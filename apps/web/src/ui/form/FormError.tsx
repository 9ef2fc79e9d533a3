import { t } from '@tuneport/domain/text/text';
import { useEffect, useRef } from 'react';
import { Notice } from '../feedback/Notice.tsx';
import { type FieldMessage, messagesOf } from './field-state.ts';

type Props = {
  /** The message of the refusal. */
  message?: string | null;
  /** Field errors of a 422, by wire name. */
  errors?: Readonly<Record<string, FieldMessage>> | null;
  /** Labels by field name; errors of a name without a label are shown in full. */
  labels?: Readonly<Record<string, string>>;
  /** Ids of the controls, so that each line links to its field. */
  ids?: Readonly<Record<string, string>>;
};

/** Error summary at the top of the form; it takes the focus. */
export function FormError({ message, errors, labels = {}, ids = {} }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const lines = Object.entries(errors ?? {}).filter(([, e]) => messagesOf(e).length > 0);
  const shown = Boolean(message) || lines.length > 0;
  // Every response is a new object, so a repeated failure is announced again.
  useEffect(() => {
    if (message || errors) ref.current?.focus();
  }, [message, errors]);
  if (!shown) return null;
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice tone="bad" live title={message ?? t('Some fields need your attention. Nothing was saved.')}>
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
