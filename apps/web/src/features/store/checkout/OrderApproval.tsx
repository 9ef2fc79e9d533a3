import type { CallInput } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { call } from '../../../platform/api/browser.ts';
import { ApprovalForm } from './ApprovalForm.tsx';
import css from './checkout.module.css';

type Props = {
  dealer: { readonly slug: string; readonly name: string };
  /** The order as it would be placed, and the balance that pays it. */
  input: Omit<CallInput<'POST /order/request-approval'>['body'], 'note'>;
  disabled: boolean;
  onAsked: () => void;
};

export function OrderApproval({ dealer, input, disabled, onAsked }: Props) {
  const request = async (note: string) => {
    await call('POST /order/request-approval', { body: { ...input, dealer: dealer.slug, note }, once: true });
    onAsked();
  };
  const hint = t('Nothing is reserved until then.');
  return <ApprovalForm className={css.approval} dealerName={dealer.name} {...{ hint, disabled, request }} />;
}
