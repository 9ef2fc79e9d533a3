import { readReceipt, type SignedReceipt } from '@tuneport/domain/tuning/flash-files/receipt';
import { tuneFileBytesMax } from '@tuneport/domain/tuning/upload-rules';

export type Proof = { kind: 'receipt'; receipt: unknown } | { kind: 'file'; sha256: string };

const receiptBytesMax = 64 * 1024;

/** A receipt is read as one; anything else is a file, of which only the fingerprint leaves the browser. */
export async function readProof(given: Blob): Promise<Proof> {
  if (given.size > tuneFileBytesMax) throw new Error('No file we deliver is this big.');
  if (given.size <= receiptBytesMax) {
    const receipt = parse(await given.text());
    if (receipt) return { kind: 'receipt', receipt };
  }
  if (!globalThis.crypto?.subtle) throw new Error('Your browser makes fingerprints of files on secure pages only.');
  const hash = await crypto.subtle.digest('SHA-256', await given.arrayBuffer());
  return {
    kind: 'file',
    sha256: Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

function parse(text: string): SignedReceipt | null {
  try {
    return readReceipt(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Pasted text can only be a receipt; what is wrong with it the server says. */
export const readText = async (text: string): Promise<Proof> => ({
  kind: 'receipt',
  receipt: parse(text) ?? 'no receipt',
});
