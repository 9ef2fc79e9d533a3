import { may } from '@tuneport/domain/identity/permissions';
import type { ReactNode } from 'react';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { type Address, addressLine } from '../../ui/address/AddressText.tsx';
import { TextLink } from '../../ui/controls/Button.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';

type Named = { id: number; name: string };
type Props = {
  user: Named | null;
  dealer: Named | null;
  email: string;
  billing: Address | null;
  more?: readonly (readonly [string, ReactNode])[];
};

/** Who bought, with links to the customer and the dealer. */
export function BuyerCard({ user, dealer, email, billing, more = [] }: Props) {
  return (
    <Card>
      <h2>Buyer</h2>
      <KeyValue
        rows={[
          ['Customer', <BuyerLink key="user" user={user} name={billing?.full_name ?? email} />],
          ...(dealer ? [['Dealer', <DealerLink key="dealer" dealer={dealer} />] as const] : []),
          ['E-mail', email],
          ['Billed to', billing ? addressLine(billing) : null],
          ...more,
        ]}
      />
    </Card>
  );
}

/** A customer by name, with a link to their page for those who may open it; a guest has none. */
export function BuyerLink({ user, name }: { user: { id: number } | null; name: string }) {
  const mayOpen = may(factsOf(useUi()), 'users.read');
  if (!user) return `${name} (guest)`;
  if (!mayOpen) return name;
  return (
    <TextLink to={`/admin/users/${user.id}`} discover="none">
      {name}
    </TextLink>
  );
}

const DealerLink = ({ dealer }: { dealer: Named }) => (
  <TextLink to={`/admin/dealers/${dealer.id}`} discover="none">
    {dealer.name}
  </TextLink>
);
