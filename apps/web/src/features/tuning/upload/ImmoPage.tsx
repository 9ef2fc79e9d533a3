import { pageTitle } from '../../../shell/title.ts';
import { UploadView } from './UploadView.tsx';

export const meta = () => [
  { title: pageTitle('Immobiliser service') },
  { name: 'description', content: 'Send a control unit’s memory for immobiliser work.' },
];

export default function ImmoPage() {
  return (
    <UploadView
      purpose="immo"
      title="Immobiliser service"
      lead="Send the flash or EEPROM of your control unit. It becomes a request for immobiliser work."
      label="Drop the dump anywhere on this page, or choose it"
    />
  );
}
