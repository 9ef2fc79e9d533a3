import { createReadStream } from 'node:fs';
import type { ReceivedFile } from '../../../../platform/http/context.ts';
import { judgeBytes } from '../../uploads/judge-bytes.ts';

/** A file that came with a call, judged as an upload is. */
export const judgeFile = ({ path, name, sizeBytes }: ReceivedFile) =>
  judgeBytes((range) => createReadStream(path, range), name, sizeBytes);
