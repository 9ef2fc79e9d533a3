import { TextLink } from '../../../ui/controls/Button.tsx';

/** The order with its parcels and the way to cancel it; an invoice only once it is paid. */
export const OrderLinks = ({ order }: { order: { readonly id: number; readonly paid_at: string | null } }) => (
  <>
    <TextLink to={`/checkout?order=${order.id}`} discover="none">
      Details
    </TextLink>
    {order.paid_at ? (
      <TextLink to={`/profile/${order.id}/snapshot`} discover="none">
        Invoice
      </TextLink>
    ) : null}
  </>
);
