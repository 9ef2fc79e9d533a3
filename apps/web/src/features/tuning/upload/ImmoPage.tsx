import { pageTitle } from '../../../shell/title.ts';
import { UploadView } from './UploadView.tsx';

export const meta = () => [
  { title: pageTitle('Immobiliser service') },
  { name: 'description', content: 'Send the memory of a control unit for work on its immobiliser.' },
];

export default function ImmoPage() {
  return (
    <UploadView
      purpose="immo"
      title="Immobiliser service"
      lead="Send the flash or EEPROM of your control unit. It becomes a request for work on the immobiliser."
      label="Drop the dump anywhere on this page, or choose it"
    />
  );
}
