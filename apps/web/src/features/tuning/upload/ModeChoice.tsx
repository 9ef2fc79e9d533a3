import { t } from '@tuneport/domain/text/text';
import type { UploadMode } from '@tuneport/domain/tuning/upload-rules';
import { useId } from 'react';
import css from './upload.module.css';

const modes = (): readonly { mode: UploadMode; name: string; text: string }[] => [
  { mode: 'automatic', name: t('Automatic'), text: t('We read the file and suggest the vehicle and tunes.') },
  { mode: 'manual', name: t('Manual'), text: t('You choose the vehicle yourself.') },
];

export function ModeChoice({ mode, onChoose }: { mode: UploadMode; onChoose: (mode: UploadMode) => void }) {
  const name = useId();
  return (
    <fieldset className={css.modes}>
      <legend>{t('How should we identify your vehicle?')}</legend>
      {modes().map((one) => (
        <label key={one.mode} className={css.mode}>
          <input type="radio" name={name} checked={mode === one.mode} onChange={() => onChoose(one.mode)} />
          <span className={css.modeName}>{one.name}</span>
          <span className={css.hint}>{one.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
