import { rescueChecklist } from '@tuneport/domain/support/rescue-checklist';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Radio } from '../../ui/form/Checkbox.tsx';
import { FieldGroup } from '../../ui/form/FieldGroup.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import type { SendStep } from './RescuePage.tsx';
import { RescuePicture } from './RescuePicture.tsx';
import css from './rescue.module.css';
import { SupportFiles } from './SupportFiles.tsx';

/** Six questions, each with a drawing. */
export function RescueChecklist({ tell }: { tell: SendStep }) {
  const [uploads, setUploads] = useState<readonly string[]>([]);
  const { busy, failure, onSubmit } = useSubmit(async (field) =>
    tell('checklist', Object.fromEntries(rescueChecklist.map(({ key }) => [key, field(key)])), uploads),
  );
  const missing = Object.keys(failure.errors).some((name) => name.startsWith('answer.'));
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <FormError
        message={
          missing
            ? t('Some questions are not answered yet. Nothing was sent.')
            : (failure.errors.uploads?.[0] ?? failure.message)
        }
      />
      {rescueChecklist.map(({ key, text, help, answers }) => (
        <div key={key} className={css.question}>
          <RescuePicture kind={key} />
          <FieldGroup label={t(text)} hint={t(help)} error={failure.errors[`answer.${key}`]}>
            {answers.map(({ value, label }) => (
              <Radio key={value} name={key} value={value} label={t(label)} />
            ))}
          </FieldGroup>
        </div>
      ))}
      <SupportFiles label={t('Tool log, if there is one')} onChange={setUploads} />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Send answers')}
        </Button>
      </div>
    </form>
  );
}
