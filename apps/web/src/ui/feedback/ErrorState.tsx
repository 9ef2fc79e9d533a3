import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { BrokenCurve } from '../brand/Axes.tsx';
import { Button } from '../controls/Button.tsx';
import css from './page-states.module.css';

type Props = {
  art?: ReactNode;
  /** What happened. */
  title?: string;
  /** What is unaffected and what to do next. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  step?: ReactNode;
  /** The request id, for support to find the log line. */
  reference?: string | null;
  headingLevel?: 1 | 2;
};

export function ErrorState({
  art = <BrokenCurve />,
  title = t('This could not be loaded.'),
  children = t('Nothing was changed. Check your connection and try again.'),
  onRetry,
  retrying,
  step,
  reference,
  headingLevel,
}: Props) {
  const Title = headingLevel === 1 ? 'h1' : headingLevel === 2 ? 'h2' : 'div';
  return (
    <div className={css.state} role="alert">
      {art}
      <Title className={css.stateTitle}>{title}</Title>
      <p>{children}</p>
      {onRetry || step ? (
        <div className={css.steps}>
          {onRetry ? (
            <Button onClick={onRetry} busy={retrying}>
              {t('Try again')}
            </Button>
          ) : null}
          {step}
        </div>
      ) : null}
      {reference ? <div className={css.reference}>{t('Reference {reference}', { reference })}</div> : null}
    </div>
  );
}
