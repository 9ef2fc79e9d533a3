import { t } from '@tuneport/domain/text/text';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import css from './checkout.module.css';

type Props = {
  className: string | undefined;
  dealerName: string;
  /** Follows the sentence about the limit. */
  hint?: string;
  /** While the price is calculated again. */
  disabled: boolean;
  /** Requests the approval with a note to the manager. */
  request: (note: string) => Promise<void>;
};

/** Instead of the button that pays: asks a manager to approve a purchase above the buyer's limits. */
export function ApprovalForm({ className, dealerName, hint = '', disabled, request }: Props) {
  const { busy, failure, onSubmit } = useSubmit((field) => request(field('note')));
  return (
    <form method="post" className={className} onSubmit={onSubmit} noValidate>
      <FormError message={failure.message} errors={failure.errors} />
      <p className={css.quiet}>
        {t('This is above your spending limit. A manager of {name} must approve it.', { name: dealerName })} {hint}
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
        <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
          {t('Request approval')}
        </Button>
      </div>
    </form>
  );
}
