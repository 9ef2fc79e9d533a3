import type { ReactNode } from 'react';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import css from './account.module.css';

const tabs = [
  { label: 'Profile', to: '/profile', end: true },
  { label: 'Security', to: '/profile/security' },
  { label: 'Dealers', to: '/profile/dealer-memberships' },
  { label: 'Addresses', to: '/profile/addresses' },
  { label: 'Orders', to: '/profile/orders' },
  { label: 'Tunes', to: '/profile/purchases' },
  { label: 'Credits', to: '/profile/credits' },
  { label: 'Balance', to: '/profile/balance' },
];

/** Layout of all account pages. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container width="reading" className={css.page}>
      <h1>{title}</h1>
      <Tabs label="Your account" tabs={tabs} />
      {children}
    </Container>
  );
}

type BlockProps = { title: string; lead?: ReactNode; children?: ReactNode };

/** One section of the account: description on top, actions below. */
export function AccountBlock({ title, lead, children }: BlockProps) {
  return (
    <section className={css.block} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {lead ? <div className={css.lead}>{lead}</div> : null}
      </header>
      {children}
    </section>
  );
}
