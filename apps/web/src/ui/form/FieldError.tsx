import { createContext, useContext } from 'react';
import { Icon } from '../text/Icon.tsx';
import css from './Field.module.css';
import { type FieldMessage, messagesOf } from './field-state.ts';

/** Set by a form with an error summary that takes the focus, so that errors are not announced twice. */
export const ErrorsListed = createContext(false);

/** Errors of a field. The live region exists before the message, so that it is announced. */
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
