import { plural, t, tIn } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/controls/Button.tsx';
import type { Crumb } from '../../ui/layout/Breadcrumbs.tsx';
import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { type Dealer, dealerPaths } from './load-dealer.ts';

type Props = {
  dealer: Dealer;
  /** The h1, if the page has none of its own. */
  title?: string;
  crumbs?: readonly Crumb[];
  action?: ReactNode;
  children: ReactNode;
};

/** Frame of all pages of a dealer. */
export function DealerFrame({ dealer, title, crumbs, action, children }: Props) {
  const { base } = dealerPaths(dealer);
  const isStaff = dealer.kind === null;
  return (
    <PartnerFrame
      kind={t('Dealer')}
      name={dealer.name}
      {...(title === undefined ? {} : { title })}
      {...(crumbs === undefined ? {} : { crumbs })}
      note={
        <>
          {isStaff
            ? t('You are viewing this dealer as staff')
            : dealer.kind === 'manager'
              ? t('You are a manager')
              : t('You are a member')}
          {dealer.steps_left > 0 ? (
            <>
              {' · '}
              <TextLink to={`${base}/group`} discover="none">
                {plural(dealer.steps_left, {
                  one: '{count} of 6 set-up steps left',
                  other: '{count} of 6 set-up steps left',
                })}
              </TextLink>
            </>
          ) : null}
        </>
      }
      action={action}
      sections={sectionsOf(base, dealer.approvals_waiting)}
    >
      {children}
    </PartnerFrame>
  );
}

const sectionsOf = (base: string, waiting: number) => [
  { label: t('People'), to: `${base}/group` },
  { label: t('Approvals'), to: `${base}/approvals`, ...(waiting > 0 ? { count: waiting } : {}) },
  { label: tIn('account', 'Balance'), to: `${base}/balance` },
  { label: t('Statistics'), to: `${base}/statistics` },
  { label: t('Work'), to: `${base}/work` },
  { label: t('Tune credits'), to: `${base}/tune-credits` },
  { label: t('Orders'), to: `${base}/fz-orders` },
  { label: t('Disbursements'), to: `${base}/disbursements` },
  { label: t('Branding'), to: `${base}/branding` },
  { label: t('Settings'), to: `${base}/settings` },
];
