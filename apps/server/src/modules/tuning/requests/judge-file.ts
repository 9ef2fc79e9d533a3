import { open } from 'node:fs/promises';
import { type Identified, nothingIdentified } from '@tuneport/domain/flash-files/found';
import { readerFor } from '@tuneport/domain/flash-files/identify-image';
import { type Sniffed, sniffFile, sniffHeadBytes, sniffTailBytes } from '@tuneport/domain/flash-files/sniff-file';
import type { ReceivedFile } from '../../../platform/http/context.ts';

const chunkBytes = 256 * 1024;

/** What a received file is and what stands in it, read in pieces: its size does not count. */
export async function judgeFile(file: ReceivedFile): Promise<{ sniffed: Sniffed; identified: Identified }> {
  const handle = await open(file.path);
  try {
    const part = async (start: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const { sizeBytes, name } = file;
    const head = await part(0, Math.min(sizeBytes, sniffHeadBytes));
    const tail = await part(Math.max(0, sizeBytes - sniffTailBytes), Math.min(sizeBytes, sniffTailBytes));
    const sniffed = sniffFile({ name, sizeBytes, head, tail });
    if (sniffed.kind !== 'tune' || sniffed.material === 'archive') return { sniffed, identified: nothingIdentified };
    const reader = readerFor(sniffed.format);
    for (let at = 0; at < sizeBytes; at += chunkBytes)
      reader.push(await part(at, Math.min(chunkBytes, sizeBytes - at)));
    return { sniffed, identified: reader.done() };
  } finally {
    await handle.close();
  }
}
