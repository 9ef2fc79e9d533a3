import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Icon, type IconName } from '../../ui/text/Icon.tsx';
import css from './record.module.css';

type Props = {
  title: string;
  error: Error | null;
  ready: boolean;
  onClose: () => void;
  /** The records before and after it on the page of the list; null at its ends. */
  neighbours?: { previous: string | null; next: string | null };
  children: ReactNode;
};

/** Frame of the record shown next to its list. */
export function RecordPanel({ title, error, ready, onClose, neighbours, children }: Props) {
  return (
    <section className={css.record} aria-label={title}>
      <div className={css.head}>
        <h2>{title}</h2>
        {neighbours ? (
          <span className={css.steps}>
            <Step label="Previous record" icon="chevronLeft" to={neighbours.previous} />
            <Step label="Next record" icon="chevronRight" to={neighbours.next} />
          </span>
        ) : null}
        <Button icon variant="ghost" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {error ? (
        <ErrorState>{error.message}</ErrorState>
      ) : ready ? (
        children
      ) : (
        <Skeleton lines={6} label={`Loading ${title}`} />
      )}
    </section>
  );
}

function Step({ label, icon, to }: { label: string; icon: IconName; to: string | null }) {
  if (to === null)
    return (
      <Button icon variant="ghost" aria-label={label} disabled>
        <Icon name={icon} />
      </Button>
    );
  return (
    <ButtonLink icon variant="ghost" aria-label={label} to={to} preventScrollReset discover="none">
      <Icon name={icon} />
    </ButtonLink>
  );
}
