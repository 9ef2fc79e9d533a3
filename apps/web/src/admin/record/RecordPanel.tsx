import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './record.module.css';

type Props = { title: string; error: Error | null; ready: boolean; onClose: () => void; children: ReactNode };

/** Frame of the record shown next to its list. */
export function RecordPanel({ title, error, ready, onClose, children }: Props) {
  return (
    <section className={css.record} aria-label={title}>
      <div className={css.head}>
        <h2>{title}</h2>
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
