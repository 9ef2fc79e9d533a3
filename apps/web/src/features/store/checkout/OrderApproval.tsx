import type { CallInput } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import css from './checkout.module.css';

type Props = {
  dealer: { readonly slug: string; readonly name: string };
  /** The order as it would be placed, and the balance that pays it. */
  input: Omit<CallInput<'POST /order/request-approval'>['body'], 'note'>;
  onAsked: () => void;
};

/** Instead of the button that pays: a manager decides about an order above the buyer's limits. */
export function OrderApproval({ dealer, input, onAsked }: Props) {
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /order/request-approval', {
      body: { ...input, dealer: dealer.slug, note: field('note') },
      once: true,
    });
    onAsked();
  });
  return (
    <form className={css.approval} onSubmit={onSubmit} noValidate>
      <FormError message={failure.message} errors={failure.errors} />
      <p className={css.quiet}>
        {t('This is above your spending limit. A manager of {name} must approve it.', { name: dealer.name })}{' '}
        {t('Nothing is reserved until then.')}
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
