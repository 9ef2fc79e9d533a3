import { withGuideSeen } from '@tuneport/domain/catalog/selection/tuning-state';
import { t } from '@tuneport/domain/text/text';
import { useTuningState } from '../../platform/tuning-memory.ts';
import { Guide } from '../../ui/layout/Guide.tsx';

const steps = () => [
  {
    title: t('One credit, one tune'),
    text: t(
      'ECU credits pay for engine tunes, TCU credits for transmission tunes, AWD credits for all-wheel-drive tunes, and universal credits for any of them.',
    ),
  },
  {
    title: t('Use them when you pay'),
    text: t(
      'Every member of your dealer account can select them when buying a tune. Credits that expire first are used first, and the price shows what they covered.',
    ),
  },
  {
    title: t('Cancelled tunes return credits'),
    text: t('Each credit goes back to where it came from. We e-mail you before credits expire.'),
  },
];

/** Shown once per dealer member and browser. */
export function CreditsGuide() {
  const [tuning, change] = useTuningState();
  if (tuning === null || tuning.dealerCreditsGuide) return null;
  const onSeen = () => change((now) => withGuideSeen(now, 'dealerCreditsGuide'));
  return <Guide name={t('How credits work')} steps={steps()} onSeen={onSeen} />;
}
