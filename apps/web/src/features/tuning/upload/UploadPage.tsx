import { t } from '@tuneport/domain/text/text';
import { pageTitle } from '../../../shell/title.ts';
import { UploadView } from './UploadView.tsx';

export const meta = () => [
  { title: pageTitle(t('Upload a file')) },
  { name: 'description', content: t('Drop a flash file to have it tuned, or a log to view it.') },
];

export default function UploadPage() {
  return (
    <UploadView
      purpose="tune"
      title={t('Upload a file')}
      lead={t('Drop a flash file to have it tuned, or a log to see its graph. We detect which one it is.')}
      label={t('Drop your files anywhere on this page, or choose them')}
    />
  );
}
