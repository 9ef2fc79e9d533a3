import { t } from '@tuneport/domain/text/text';
import { isOver } from '@tuneport/domain/tuning/tune-request-states';
import { type Failure, useSubmit } from '../../../platform/api/use-submit.ts';
import { storeText, useDraftText } from '../../../platform/draft-text.ts';
import { cx } from '../../../ui/class-names.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import css from './request.module.css';
import type { Request } from './request-labels.tsx';
import { requestPath } from './request-path.ts';

type AskField = { readonly name: string; readonly label: string; readonly rows: number; readonly optional?: true };

type Props = {
  request: Request;
  title: string;
  lead: string;
  fields: readonly AskField[];
  button: string;
  send: (values: Readonly<Record<string, string>>) => Promise<void>;
};

/** A customer request without a dedicated action: a free-text form, sent once. */
export function AskForm({ request, title, lead, fields, button, send }: Props) {
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await send(Object.fromEntries(fields.map(({ name }) => [name, field(name)])));
    for (const { name } of fields) storeText(`ask-${request.id}-${name}`, '');
  });
  const open = ['needs_information', 'matched', 'unsupported'].includes(request.state);
  if (!open || request.as !== 'customer')
    return (
      <EmptyState
        title={
          request.as !== 'customer'
            ? t('Only the customer can ask here.')
            : isOver(request.state) || request.state === 'closed'
              ? t('This request has ended.')
              : request.state === 'delivered'
                ? t('This request is already delivered.')
                : t('This request is already in progress.')
        }
        step={<ButtonLink to={requestPath(request)}>{t('Send a message')}</ButtonLink>}
      />
    );
  return (
    <form className={cx(css.stack, css.ask)} method="post" noValidate onSubmit={onSubmit}>
      <h2>{title}</h2>
      <p className={css.lead}>{lead}</p>
      <FormError message={failure.message} />
      {fields.map((field) => (
        <KeptField key={field.name} field={field} keep={`ask-${request.id}-${field.name}`} errors={failure.errors} />
      ))}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {button}
        </Button>
      </div>
    </form>
  );
}

function KeptField({ field, keep, errors }: { field: AskField; keep: string; errors: Failure['errors'] }) {
  const { name, label, rows, optional = false } = field;
  const [value, change] = useDraftText(keep);
  const input = { name, label, optional, value, error: errors[name] ?? errors[`information.${name}`] };
  return rows === 1 ? (
    <TextField {...input} onChange={(event) => change(event.currentTarget.value)} />
  ) : (
    <Textarea {...input} rows={rows} onChange={(event) => change(event.currentTarget.value)} />
  );
}
