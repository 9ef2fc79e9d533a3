import { withGuideSeen } from '@tuneport/domain/catalog/selection/tuning-state';
import { t } from '@tuneport/domain/text/text';
import { useTuningState } from '../../../platform/tuning-memory.ts';
import { Guide } from '../../../ui/layout/Guide.tsx';

const steps = () => [
  {
    title: t('Drop the file as your tool read it'),
    text: t(
      'You do not need to rename or unpack it. It is sent as soon as you agree to the terms, and resumes after a lost connection.',
    ),
  },
  {
    title: t('We identify it'),
    text: t(
      'We read control unit, part number and software from the file. You choose the car or accept our suggestion.',
    ),
  },
  {
    title: t('Choose, pay, download'),
    text: t(
      'You see the price before you pay. The tuned file appears in the same place, checked by a second person, and your original stays there too.',
    ),
  },
];

/** Shown once per user and browser. */
export function UploadGuide() {
  const [tuning, change] = useTuningState();
  if (tuning === null || tuning.guided) return null;
  return (
    <Guide
      name={t('How uploading works')}
      steps={steps()}
      onSeen={() => change((now) => withGuideSeen(now, 'guided'))}
    />
  );
}
