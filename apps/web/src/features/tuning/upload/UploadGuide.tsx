import { withGuideSeen } from '@tuneport/domain/catalog/selection/tuning-state';
import { useTuningState } from '../../../platform/tuning-memory.ts';
import { Guide } from '../../../ui/layout/Guide.tsx';

const steps = [
  {
    title: 'Drop the file as your tool read it',
    text: 'Nothing has to be renamed or unpacked. It is sent as soon as you have agreed to the terms, and goes on where it stopped after a lost connection.',
  },
  {
    title: 'We say what it is',
    text: 'Control unit, part number and software are read from the file itself. You name the car, or take the one we propose.',
  },
  {
    title: 'Choose, pay, fetch',
    text: 'You see the price before you pay. The tuned file comes back in the same place, checked by a second person, and your original stays there too.',
  },
];

/** Shown once to each person in a browser. */
export function UploadGuide() {
  const [tuning, change] = useTuningState();
  if (tuning === null || tuning.guided) return null;
  return (
    <Guide name="How uploading works" steps={steps} onSeen={() => change((now) => withGuideSeen(now, 'guided'))} />
  );
}
