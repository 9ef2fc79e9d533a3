import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { rich } from '../../ui/text/rich.ts';
import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { type Affiliate, affiliatePaths } from './load-affiliate.ts';

type Props = {
  affiliate: Affiliate;
  /** The h1, if the page has none of its own. */
  title?: string;
  /** Number of the transfer or group that is open. */
  transfer?: string;
  children: ReactNode;
};

/** Frame of all pages of an affiliate. */
export function AffiliateFrame({ affiliate, title, transfer, children }: Props) {
  const { base, transfers } = affiliatePaths(affiliate);
  return (
    <PartnerFrame
      kind={t('Affiliate')}
      name={affiliate.name}
      {...(title === undefined ? {} : { title })}
      note={t('{percent}% of each sale · level {level}', {
        percent: Number(affiliate.share_percent),
        level: affiliate.level,
      })}
      suspended={
        affiliate.state === 'active' ? undefined : t('This affiliate is suspended. Its codes and links earn nothing.')
      }
      sections={[
        { label: t('Group'), to: `${base}/group` },
        { label: t('Codes and links'), to: `${base}/promotion` },
        { label: t('Entries'), to: `${base}/entries` },
        { label: t('Disbursements'), to: transfers },
        { label: t('Branding'), to: `${base}/branding` },
        { label: t('Terms'), to: `${base}/terms` },
        { label: t('Settings'), to: `${base}/settings` },
      ]}
      {...(transfer === undefined
        ? {}
        : { crumbs: [{ label: t('Disbursements'), to: transfers }, { label: transfer }] })}
    >
      {affiliate.terms_due === null ? null : (
        <Notice tone="careful">
          {rich('The affiliate terms have a new version. <link>Read and accept them</link>.', {
            link: (text) => <TextLink to={`${base}/terms`}>{text}</TextLink>,
          })}
        </Notice>
      )}
      {children}
    </PartnerFrame>
  );
}
