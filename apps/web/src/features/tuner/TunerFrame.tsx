import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import { type Tuner, tunerPaths } from './load-tuner.ts';
import css from './tuner.module.css';

/** Header of all pages of a tuner. `title` is the h1 if the page has none. */
export function TunerFrame({ tuner, title, children }: { tuner: Tuner; title?: string; children: ReactNode }) {
  const { base } = tunerPaths(tuner);
  const isActive = tuner.state === 'active';
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <Row between>
          <div className={css.name}>
            {title === undefined ? <p className={css.firm}>{tuner.name}</p> : <h1>{title}</h1>}
            <p className={css.quiet}>
              {Number(tuner.share_percent)} % of each tune sold
              {tuner.brands.length > 0 ? ` · ${tuner.brands.map(({ name }) => name).join(', ')}` : ''}
            </p>
          </div>
          {isActive ? <ButtonLink to="/tuner/pools">Queues</ButtonLink> : null}
        </Row>
        {isActive ? null : (
          <Notice tone="careful">
            This tuner is suspended. You can see its earnings and transfers, but not its requests. Contact us if you
            have questions.
          </Notice>
        )}
        <Tabs
          label="Tuner sections"
          tabs={[
            { label: 'Earnings', to: base, end: true },
            { label: 'Entries', to: `${base}/entries` },
            { label: 'Transfers', to: `${base}/transfers` },
            { label: 'Sold tunes', to: `${base}/sales` },
            ...(isActive ? [{ label: 'Work', to: `${base}/report` }] : []),
          ]}
        />
      </header>
      {children}
    </Container>
  );
}
