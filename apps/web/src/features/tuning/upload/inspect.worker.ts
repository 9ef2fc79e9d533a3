import type { UploadPurpose } from '@tuneport/domain/tuning/upload-rules';
import { inspectFile } from './inspect-file.ts';

addEventListener('message', (event: MessageEvent<{ id: string; file: File; purpose: UploadPurpose }>) => {
  const { id, file, purpose } = event.data;
  inspectFile(file, purpose).then(
    (inspected) => postMessage({ id, inspected }),
    () => postMessage({ id, inspected: null }),
  );
});
