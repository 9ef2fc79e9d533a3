import { withGuideSeen } from '@tuneport/domain/catalog/selection/tuning-state';
import { useTuningState } from '../../../platform/tuning-memory.ts';
import { Guide } from '../../../ui/layout/Guide.tsx';

const steps = [
  {
    title: 'One credit, one tune',
    text: 'ECU credits pay for engines, TCU credits for transmissions, AWD credits for all-wheel drives, and universal ones for any of them.',
  },
  {
    title: 'Choose them where you pay',
    text: 'Every member of your dealer can tick them at the purchase of a tune. What expires first is used first, and the price says what they paid.',
  },
  {
    title: 'A cancelled tune gives them back',
    text: 'Each goes back to where it came from. You are told by mail before credits expire.',
  },
];

/** Shown once to each member of a dealer in a browser. */
export function CreditsGuide() {
  const [tuning, change] = useTuningState();
  if (tuning === null || tuning.dealerCreditsGuide) return null;
  const onSeen = () => change((now) => withGuideSeen(now, 'dealerCreditsGuide'));
  return <Guide name="How credits go" steps={steps} onSeen={onSeen} />;
}
