import { inspectFile } from './inspect-file.ts';

addEventListener('message', (event: MessageEvent<{ id: string; file: File }>) => {
  const { id, file } = event.data;
  inspectFile(file).then(
    (inspected) => postMessage({ id, inspected }),
    () => postMessage({ id, inspected: null }),
  );
});
