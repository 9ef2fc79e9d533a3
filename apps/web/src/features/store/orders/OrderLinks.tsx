import { t } from '@tuneport/domain/text/text';
import { TextLink } from '../../../ui/controls/Button.tsx';

/** Links to the order (parcels, cancellation) and, once paid, to its invoice. */
export const OrderLinks = ({ order }: { order: { readonly id: number; readonly paid_at: string | null } }) => (
  <>
    <TextLink to={`/checkout?order=${order.id}`} discover="none">
      {t('Details')}
    </TextLink>
    {order.paid_at ? (
      <TextLink to={`/profile/${order.id}/snapshot`} discover="none">
        {t('Invoice')}
      </TextLink>
    ) : null}
  </>
);
