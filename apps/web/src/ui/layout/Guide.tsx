import { t } from '@tuneport/domain/text/text';
import { useId, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import css from './Guide.module.css';

type GuideStep = { readonly title: string; readonly text: string };

type Props = { name: string; steps: readonly GuideStep[]; onSeen: () => void };

/** A short tour next to what it explains. Reading and skipping both mark it as seen; it blocks nothing. */
export function Guide({ name, steps, onSeen }: Props) {
  const id = useId();
  const [at, setAt] = useState(0);
  const step = steps[at];
  if (!step) return null;
  const isLast = at === steps.length - 1;
  return (
    <section className={css.guide} aria-label={name}>
      <p className={css.count}>{t('{name}, {at} of {steps}', { name, at: at + 1, steps: steps.length })}</p>
      <div id={id} className={css.step} aria-live="polite">
        <h2>{step.title}</h2>
        <p>{step.text}</p>
      </div>
      <div className={css.acts}>
        <Button size="small" aria-describedby={id} onClick={() => (isLast ? onSeen() : setAt(at + 1))}>
          {isLast ? t('Got it') : t('Next')}
        </Button>
        {isLast ? null : (
          <Button size="small" variant="ghost" onClick={onSeen}>
            {t('Skip the tour')}
          </Button>
        )}
      </div>
    </section>
  );
}
