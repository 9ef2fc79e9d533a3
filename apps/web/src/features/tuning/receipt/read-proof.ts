import { readReceipt, type SignedReceipt } from '@tuneport/domain/tuning/flash-files/receipt';
import { tuneFileBytesMax } from '@tuneport/domain/tuning/upload-rules';

export type Proof = { kind: 'receipt'; receipt: unknown } | { kind: 'file'; sha256: string };

const receiptBytesMax = 64 * 1024;

/** A receipt is parsed; of any other file only the hash leaves the browser. */
export async function readProof(blob: Blob): Promise<Proof> {
  if (blob.size > tuneFileBytesMax) throw new Error('This file is larger than any file we deliver.');
  if (blob.size <= receiptBytesMax) {
    const receipt = parse(await blob.text());
    if (receipt) return { kind: 'receipt', receipt };
  }
  if (!globalThis.crypto?.subtle) throw new Error('Your browser can fingerprint files on secure pages only.');
  const hash = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
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

/** Pasted text can only be a receipt; the server validates it. */
export const readText = async (text: string): Promise<Proof> => ({
  kind: 'receipt',
  receipt: parse(text) ?? 'no receipt',
});
