import { isOver } from '@tuneport/domain/tune-request-states';
import { useRef } from 'react';
import { newIdempotencyKey } from '../../../platform/call.ts';
import { useSubmit } from '../../../platform/use-submit.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FormError } from '../../../ui/field/FormError.tsx';
import { Textarea } from '../../../ui/field/Textarea.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import css from './request.module.css';
import type { Request } from './request-words.tsx';

type AskField = { readonly name: string; readonly label: string; readonly rows: number; readonly optional?: true };

type Props = {
  request: Request;
  title: string;
  lead: string;
  fields: readonly AskField[];
  button: string;
  send: (said: Readonly<Record<string, string>>, idempotencyKey: string) => Promise<void>;
};

/** The customer asks for something that has no button: a form of words, sent once. */
export function AskForm({ request, title, lead, fields, button, send }: Props) {
  const key = useRef('');
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    key.current ||= newIdempotencyKey();
    await send(Object.fromEntries(fields.map(({ name }) => [name, field(name)])), key.current);
    key.current = '';
  });
  const open = ['needs_information', 'matched', 'unsupported'].includes(request.state);
  if (!open || request.as !== 'customer')
    return (
      <EmptyState
        title={
          request.as !== 'customer'
            ? 'Only the customer asks here.'
            : isOver(request.state) || request.state === 'closed'
              ? 'This request is over.'
              : 'This request is on its way already.'
        }
        step={<ButtonLink to={`/tuning/request/${request.id}/status`}>Write in its thread</ButtonLink>}
      />
    );
  return (
    <form
      className={cx(css.stack, css.ask)}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onChange={() => {
        key.current = '';
      }}
    >
      <h2>{title}</h2>
      <p className={css.lead}>{lead}</p>
      <FormError message={failure.message} />
      {fields.map(({ name, label, rows, optional = false }) =>
        rows === 1 ? (
          <TextField key={name} name={name} label={label} optional={optional} error={failure.errors[name]} />
        ) : (
          <Textarea key={name} name={name} label={label} rows={rows} optional={optional} error={failure.errors[name]} />
        ),
      )}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {button}
        </Button>
      </div>
    </form>
  );
}
