import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Container } from '../../ui/layout/Layout.tsx';
import css from './apply.module.css';

type Props = {
  title: string;
  lead: ReactNode;
  /** Shown below the lead. */
  action?: ReactNode;
  points: readonly { title: string; text: string }[];
  /** The application form, or the status of an application. */
  children: ReactNode;
};

/** What a partner program offers, beside its application form. */
export function ProgramPage({ title, lead, action, points, children }: Props) {
  return (
    <Container className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        <p className={css.lead}>{lead}</p>
        {action}
      </header>
      <div className={css.columns}>
        {children}
        <ul className={css.points}>
          {points.map((point) => (
            <li key={point.title}>
              <h2>{t(point.title)}</h2>
              <p>{t(point.text)}</p>
            </li>
          ))}
        </ul>
      </div>
    </Container>
  );
}
