import { createReadStream } from 'node:fs';
import type { ReceivedFile } from '../../../../platform/http/context.ts';
import { inspectBytes } from '../../uploads/inspect-bytes.ts';

/** Inspects a file that was sent with a call, as a finished upload is. */
export const inspectFile = ({ path, name, sizeBytes }: ReceivedFile) =>
  inspectBytes((range) => createReadStream(path, range), name, sizeBytes);
