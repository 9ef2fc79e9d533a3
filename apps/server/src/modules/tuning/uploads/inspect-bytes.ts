import { type Identified, nothingIdentified } from '@tuneport/domain/tuning/flash-files/found';
import { viewerFor } from '@tuneport/domain/tuning/flash-files/identify-image';
import {
  type Sniffed,
  sniffFile,
  sniffHeadBytes,
  sniffTailBytes,
} from '@tuneport/domain/tuning/flash-files/sniff-file';
import type { UploadPurpose } from '@tuneport/domain/tuning/upload-rules';
import { releaseBuffer } from '../../../platform/files/release-buffer.ts';
import type { ByteRange } from '../../../platform/files/store.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';

type Read = (range: ByteRange) => AsyncIterable<Buffer>;

/** No control unit has more memory than this; bytes beyond it are ignored. */
const identifyBytesMax = 8 * 1024 * 1024;

/** Identifies a file and its contents, reading in chunks regardless of its size. */
export async function inspectBytes(
  read: Read,
  name: string,
  sizeBytes: number,
): Promise<{ sniffed: Sniffed; identified: Identified }> {
  if (sizeBytes === 0) throw fieldRefusal({ file: ['This file is empty.'] });
  const sniffed = await sniff(read, name, sizeBytes);
  const identified = sniffed.kind === 'log' ? nothingIdentified : await identify(read, sniffed, sizeBytes);
  return { sniffed, identified };
}

/**
 * Immobiliser files are often small dumps without any marker, so only files that are clearly something else are
 * refused.
 */
export const isAcceptedFor = (purpose: UploadPurpose, { kind, by }: Sniffed): boolean =>
  kind === 'tune' || (purpose === 'immo' && kind === 'other' && by === 'nothing');

async function sniff(read: Read, name: string, sizeBytes: number): Promise<Sniffed> {
  const head = await whole(read({ start: 0, end: Math.min(sizeBytes, sniffHeadBytes) - 1 }));
  const tail =
    sizeBytes <= sniffTailBytes ? head : await whole(read({ start: sizeBytes - sniffTailBytes, end: sizeBytes - 1 }));
  return sniffFile({ name, sizeBytes, head, tail });
}

async function identify(read: Read, { format, material }: Sniffed, sizeBytes: number): Promise<Identified> {
  if (material === 'archive') return nothingIdentified;
  const reader = viewerFor(format);
  for await (const chunk of read({ start: 0, end: Math.min(sizeBytes, identifyBytesMax) - 1 })) {
    reader.push(chunk);
    releaseBuffer(chunk);
  }
  return reader.done();
}

export async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
