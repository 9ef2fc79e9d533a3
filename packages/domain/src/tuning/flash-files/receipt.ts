/** The signed record of a delivered file. Anyone with the public key can verify it offline. */
export type Receipt = {
  readonly version: 1;
  /** The site that signed it. */
  readonly issuer: string;
  readonly request: number;
  readonly issued_at: string;
  readonly original: ReceiptFile;
  readonly delivered: ReceiptFile;
  /** The names of the bought tunes at that time. */
  readonly tunes: readonly string[];
  readonly changed_bytes: number;
  /** The id of the signing key. */
  readonly key: string;
};

export type ReceiptFile = { readonly sha256: string; readonly size_bytes: number };

export type SignedReceipt = Receipt & { readonly signature: string };

/** Sorted keys and no whitespace, so the same data always has the same bytes. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries
    .sort(([one], [two]) => (one < two ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`)
    .join(',')}}`;
}

/** The signed data: everything except the signature. */
export function signedBytes(receipt: Receipt | SignedReceipt): Uint8Array<ArrayBuffer> {
  const { signature: _signature, ...facts } = receipt as SignedReceipt;
  return new TextEncoder().encode(canonicalJson(facts));
}

const hash = /^[0-9a-f]{64}$/;

/** Parses an untrusted receipt; null if it is invalid. */
export function readReceipt(value: unknown): SignedReceipt | null {
  if (typeof value !== 'object' || value === null) return null;
  const { version, issuer, request, issued_at, original, delivered, tunes, changed_bytes, key, signature } =
    value as Record<string, unknown>;
  const fine =
    version === 1 &&
    isText(issuer) &&
    Number.isSafeInteger(request) &&
    isText(issued_at) &&
    isFile(original) &&
    isFile(delivered) &&
    Array.isArray(tunes) &&
    tunes.length <= 100 &&
    tunes.every(isText) &&
    Number.isSafeInteger(changed_bytes) &&
    isText(key) &&
    typeof signature === 'string' &&
    /^[\w-]{86}$/.test(signature);
  // Copies only known fields; others were not signed.
  return fine
    ? ({
        version,
        issuer,
        request,
        issued_at,
        original: fileOf(original),
        delivered: fileOf(delivered),
        tunes,
        changed_bytes,
        key,
        signature,
      } as SignedReceipt)
    : null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 300;
const isFile = (value: unknown): value is ReceiptFile => {
  const { sha256, size_bytes } = (value ?? {}) as Record<string, unknown>;
  return typeof sha256 === 'string' && hash.test(sha256) && Number.isSafeInteger(size_bytes);
};
const fileOf = ({ sha256, size_bytes }: ReceiptFile): ReceiptFile => ({ sha256, size_bytes });

/** Whether the signature of this Ed25519 key is valid for this receipt. */
export async function isSignedBy(receipt: SignedReceipt, publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, fromBase64Url(receipt.signature), signedBytes(receipt));
  } catch {
    return false;
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
