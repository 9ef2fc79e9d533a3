import { TextLink } from '../../../ui/Button.tsx';

/** There is none before it is paid. */
export const OrderInvoiceLink = ({ order }: { order: { readonly id: number; readonly paid_at: string | null } }) =>
  order.paid_at ? (
    <TextLink to={`/profile/${order.id}/snapshot`} discover="none">
      Invoice
    </TextLink>
  ) : null;
