import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { type Tab, Tabs } from '../../ui/controls/Tabs.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Breadcrumbs, type Crumb } from '../../ui/layout/Breadcrumbs.tsx';
import { Container, Row } from '../../ui/layout/Layout.tsx';
import css from './PartnerFrame.module.css';

type Props = {
  /** What the partner is, such as 'Dealer'. */
  kind: string;
  name: string;
  /** The h1, if the page's content has none of its own. If it equals `name`, the name is the h1. */
  title?: string;
  /** A line below the name: terms, brands, place. */
  note?: ReactNode;
  /** Buttons at the right of the name. */
  action?: ReactNode;
  /** Shown above the content while the partner is suspended. */
  suspended?: string | undefined;
  sections: readonly Tab[];
  /** The path to a page below a section, such as one transfer. */
  crumbs?: readonly Crumb[];
  children: ReactNode;
};

/** The frame of all pages of a partner portal: dealers, tuners and affiliates. */
export function PartnerFrame({ kind, name, title, note, action, suspended, sections, crumbs, children }: Props) {
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <Row between>
          <div className={css.name}>
            <p className={css.kind}>{kind}</p>
            {title === name ? <h1 className={css.firm}>{name}</h1> : <p className={css.firm}>{name}</p>}
            {note ? <p className={css.note}>{note}</p> : null}
          </div>
          {action ? <Row>{action}</Row> : null}
        </Row>
        {suspended === undefined ? null : <Notice tone="careful">{suspended}</Notice>}
      </header>
      <div className={css.body}>
        <Tabs rail label={t('Sections: {kind}', { kind })} tabs={sections} />
        <div className={css.content}>
          {crumbs ? <Breadcrumbs crumbs={crumbs} /> : null}
          {title === undefined || title === name ? null : <h1>{title}</h1>}
          {children}
        </div>
      </div>
    </Container>
  );
}
