import { createReadStream } from 'node:fs';
import type { ReceivedFile } from '../../../../platform/http/context.ts';
import { judgeBytes } from '../../uploads/judge-bytes.ts';

/** Checks a file sent with the call like an upload. */
export const judgeFile = ({ path, name, sizeBytes }: ReceivedFile) =>
  judgeBytes((range) => createReadStream(path, range), name, sizeBytes);
