import { Icon } from '../Icon.tsx';
import css from './Field.module.css';
import { type FieldMessage, messagesOf } from './field-state.ts';

export function FieldError({ id, error }: { id: string; error: FieldMessage }) {
  const messages = messagesOf(error);
  if (messages.length === 0) return null;
  return (
    <div id={`${id}-error`} className={css.error}>
      <Icon name="alert" />
      <span>{messages.join(' ')}</span>
    </div>
  );
}
