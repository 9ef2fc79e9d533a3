import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { PartnerFrame } from '../partners/PartnerFrame.tsx';
import { type Tuner, tunerPaths } from './load-tuner.ts';

type Props = {
  tuner: Tuner;
  /** The h1, if the page has none of its own. */
  title?: string;
  /** Number of the transfer or group that is open. */
  transfer?: string;
  children: ReactNode;
};

/** Frame of all pages of a tuner. */
export function TunerFrame({ tuner, title, transfer, children }: Props) {
  const { base } = tunerPaths(tuner);
  const isActive = tuner.state === 'active';
  const brands = tuner.brands.length > 0 ? ` · ${tuner.brands.map(({ name }) => name).join(', ')}` : '';
  return (
    <PartnerFrame
      kind={t('Tuner')}
      name={tuner.name}
      {...(title === undefined ? {} : { title })}
      note={t('{percent}% of each tune sold', { percent: Number(tuner.share_percent) }) + brands}
      action={isActive ? <ButtonLink to="/tuner/pools">{t('Queues')}</ButtonLink> : null}
      suspended={
        isActive
          ? undefined
          : t(
              'This tuner is suspended. You can see its earnings and transfers, but not its requests. Contact us if you have questions.',
            )
      }
      sections={[
        { label: t('Earnings'), to: base, end: true },
        { label: t('Entries'), to: `${base}/entries` },
        { label: t('Transfers'), to: `${base}/transfers` },
        { label: t('Sold tunes'), to: `${base}/sales` },
        ...(isActive ? [{ label: t('Work'), to: `${base}/report` }] : []),
        { label: t('Settings'), to: `${base}/settings` },
      ]}
      {...(transfer === undefined
        ? {}
        : { crumbs: [{ label: t('Transfers'), to: `${base}/transfers` }, { label: transfer }] })}
    >
      {children}
    </PartnerFrame>
  );
}
