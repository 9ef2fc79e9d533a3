import { pageTitle } from '../../../shell/title.ts';
import { UploadView } from './UploadView.tsx';

export const meta = () => [
  { title: pageTitle('Upload a file') },
  { name: 'description', content: 'Drop a flash file to have it tuned, or a log to view it.' },
];

export default function UploadPage() {
  return (
    <UploadView
      purpose="tune"
      title="Upload a file"
      lead="Drop a flash file to have it tuned, or a log to see its graph. We detect which one it is."
      label="Drop your files anywhere on this page, or choose them"
    />
  );
}
