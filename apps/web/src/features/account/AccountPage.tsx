import { msg, t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import css from './account.module.css';

const tabs = [
  { label: msg('Profile'), to: '/profile', end: true },
  { label: msg('Security'), to: '/profile/security' },
  { label: msg('Dealers'), to: '/profile/dealer-memberships' },
  { label: msg('Addresses'), to: '/profile/addresses' },
  { label: msg('Orders'), to: '/profile/orders' },
  { label: msg('Tunes'), to: '/profile/purchases' },
  { label: msg('Credits'), to: '/profile/credits' },
  { label: msg('Balance'), to: '/profile/balance' },
  { label: msg('API keys'), to: '/profile/api-keys' },
  { label: msg('Webhooks'), to: '/profile/webhooks' },
  { label: msg('Your data'), to: '/profile/data' },
];

/** Layout of all account pages. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container className={css.page}>
      <h1>{title}</h1>
      <div className={css.body}>
        <Tabs rail label={t('Your account')} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))} />
        <div className={css.content}>{children}</div>
      </div>
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
