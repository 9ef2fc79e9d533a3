import { t } from '@tuneport/domain/text/text';
import type { Identified } from '@tuneport/domain/tuning/flash-files/found';
import { viewerFor } from '@tuneport/domain/tuning/flash-files/identify-image';
import {
  type Sniffed,
  sniffFile,
  sniffHeadBytes,
  sniffTailBytes,
} from '@tuneport/domain/tuning/flash-files/sniff-file';
import { tuneFileBytesMax, type UploadPurpose } from '@tuneport/domain/tuning/upload-rules';
import type { Inspected } from './queue-state.ts';

const stepBytes = 1024 * 1024;
const identifyBytesMax = 8 * 1024 * 1024;

const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer());

/** Type, contents and hash of a file, determined as on the server but before uploading. */
export async function inspectFile(file: File, purpose: UploadPurpose): Promise<Inspected> {
  const head = await bytesOf(file.slice(0, sniffHeadBytes));
  const tail = await bytesOf(file.slice(Math.max(0, file.size - sniffTailBytes)));
  const seen = sniffFile({ name: file.name, sizeBytes: file.size, head, tail });
  const sniffed = purpose === 'immo' ? asDump(seen) : seen;
  if (sniffed.kind !== 'tune' || file.size > tuneFileBytesMax) return { sniffed, identified: null, sha256: null };
  const identified = sniffed.material === 'archive' ? null : await identify(file, sniffed.format);
  return { sniffed, identified, sha256: await sha256Of(file) };
}

/** Where a dump of a control unit is expected, a file of unknown format is treated as one. */
const asDump = (seen: Sniffed): Sniffed =>
  seen.kind === 'other' && seen.by === 'nothing' ? { ...seen, kind: 'tune', format: t('Memory dump') } : seen;

async function identify(file: File, format: string): Promise<Identified> {
  const reader = viewerFor(format);
  for (let at = 0; at < Math.min(file.size, identifyBytesMax); at += stepBytes)
    reader.push(await bytesOf(file.slice(at, Math.min(at + stepBytes, identifyBytesMax))));
  return reader.done();
}

/** Browsers hash only in a secure context; elsewhere only the server's hash is available. */
async function sha256Of(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
