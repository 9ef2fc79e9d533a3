import type { CallInput } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { rich } from '../../../ui/text/rich.ts';
import checkout from '../checkout/checkout.module.css';
import css from './purchase.module.css';
import type { Quote } from './purchase-types.ts';

type Props = {
  account: NonNullable<Quote['account']>;
  /** What would be bought, as for a purchase on account. */
  input: Omit<CallInput<'POST /v1/catalog/request-approval'>['body'], 'note'>;
  request: number | undefined;
  onAsked: () => void;
};

/** Instead of the button that charges the account: a manager decides about a purchase above the buyer's limits. */
export function ApprovalRequest({ account, input, request, onAsked }: Props) {
  const { dealer, waiting_approval: waiting } = account;
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { ...input, dealer: dealer.slug, note: field('note') };
    if (request === undefined) await call('POST /v1/catalog/request-approval', { body, once: true });
    else await call('POST /v1/tune-requests/:id/request-approval', { params: { id: request }, body, once: true });
    onAsked();
  });
  if (waiting)
    return (
      <Notice tone="careful" live title={t('Waiting for approval')}>
        <p>
          {rich('A manager of {dealer} will decide on {number}. Nothing has been charged.', {
            dealer: dealer.name,
            number: (
              <TextLink to={`/dealer/${dealer.slug}/approvals`} discover="none">
                {waiting.number}
              </TextLink>
            ),
          })}
        </p>
      </Notice>
    );
  return (
    <form className={css.pay} onSubmit={onSubmit} noValidate>
      <FormError message={failure.message} errors={failure.errors} />
      <p className={checkout.quiet}>
        {t('This is above your spending limit. A manager of {name} must approve it.', { name: dealer.name })}
      </p>
      <Textarea
        label={t('Note to the manager')}
        name="note"
        optional
        rows={2}
        maxLength={500}
        error={failure.errors.note}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Request approval')}
        </Button>
      </div>
    </form>
  );
}
