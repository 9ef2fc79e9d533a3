import { t } from '@tuneport/domain/text/text';
import { pageTitle } from '../../../shell/title.ts';
import { UploadView } from './UploadView.tsx';

export const meta = () => [
  { title: pageTitle(t('Immobiliser service')) },
  { name: 'description', content: t('Send a control unit’s memory for immobiliser work.') },
];

export default function ImmoPage() {
  return (
    <UploadView
      purpose="immo"
      title={t('Immobiliser service')}
      lead={t('Send the flash or EEPROM of your control unit. It becomes a request for immobiliser work.')}
      label={t('Drop the dump anywhere on this page, or choose it')}
    />
  );
}
