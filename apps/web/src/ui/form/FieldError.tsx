import { createContext, useContext } from 'react';
import { Icon } from '../text/Icon.tsx';
import css from './Field.module.css';
import { type FieldMessage, messagesOf } from './field-state.ts';

/** A form that lists every error on top, where it takes the focus, has them read there. */
export const ErrorsListed = createContext(false);

/** What is wrong with a field, read out when it appears: the place for it is there before the sentence is. */
export function FieldError({ id, error }: { id: string; error: FieldMessage }) {
  const messages = messagesOf(error);
  const listed = useContext(ErrorsListed);
  return (
    <div className={css.errorPlace} aria-live={listed ? undefined : 'polite'}>
      {messages.length === 0 ? null : (
        <div id={`${id}-error`} className={css.error}>
          <Icon name="alert" />
          <span>{messages.join(' ')}</span>
        </div>
      )}
    </div>
  );
}
