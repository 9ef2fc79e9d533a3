import type { CallInput } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { call } from '../../platform/api/browser.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { rich } from '../../ui/text/rich.ts';
import { ApprovalForm } from '../store/checkout/ApprovalForm.tsx';
import css from './purchase.module.css';
import type { Quote } from './purchase-types.ts';

type Props = {
  account: NonNullable<Quote['account']>;
  /** What would be bought, as for a purchase on account. */
  input: Omit<CallInput<'POST /v1/catalog/request-approval'>['body'], 'note'>;
  request: number | undefined;
  disabled: boolean;
  onAsked: () => void;
};

/** Instead of the button that charges the account: a manager decides about a purchase above the buyer's limits. */
export function ApprovalRequest({ account, input, request, disabled, onAsked }: Props) {
  const { dealer, waiting_approval: waiting } = account;
  const ask = async (note: string) => {
    const body = { ...input, dealer: dealer.slug, note };
    if (request === undefined) await call('POST /v1/catalog/request-approval', { body, once: true });
    else await call('POST /v1/tune-requests/:id/request-approval', { params: { id: request }, body, once: true });
    onAsked();
  };
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
  return <ApprovalForm className={css.pay} dealerName={dealer.name} disabled={disabled} request={ask} />;
}
