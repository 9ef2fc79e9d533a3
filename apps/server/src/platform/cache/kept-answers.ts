import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** An answer made once for everybody: its bytes in three encodings (made when first asked for) and its ETag. */
export type KeptAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
};

const worthCompressingBytes = 600;

export function keepable(status: number, headers: Record<string, string>, body: string | Buffer): KeptAnswer {
  const identity = typeof body === 'string' ? Buffer.from(body) : body;
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, headers, etag, identity };
}

export type Encoding = 'br' | 'gzip' | 'identity';

export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(acceptEncoding)) return 'gzip';
  return 'identity';
}

export function encoded(answer: KeptAnswer, wanted: Encoding): { body: Buffer; encoding: Encoding } {
  if (wanted === 'identity' || answer.identity.length < worthCompressingBytes)
    return { body: answer.identity, encoding: 'identity' };
  if (wanted === 'br') {
    answer.br ??= brotliCompressSync(answer.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    return { body: answer.br, encoding: 'br' };
  }
  answer.gzip ??= gzipSync(answer.identity, { level: 6 });
  return { body: answer.gzip, encoding: 'gzip' };
}

/** Least recently used goes first; the bound is bytes, since pages differ a hundredfold in size. */
export class KeptAnswers {
  readonly #kept = new Map<string, KeptAnswer>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): KeptAnswer | undefined {
    const answer = this.#kept.get(key);
    if (!answer) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, answer);
    return answer;
  }

  set(key: string, answer: KeptAnswer): void {
    this.#remove(key);
    // Both encodings may be made later: count them in from the start.
    this.#bytes += weigh(answer);
    this.#kept.set(key, answer);
    while (this.#bytes > this.#maxBytes) {
      const oldest = this.#kept.keys().next().value;
      if (oldest === undefined) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const answer = this.#kept.get(key);
    if (!answer) return;
    this.#bytes -= weigh(answer);
    this.#kept.delete(key);
  }
}

const weigh = (answer: KeptAnswer) => Math.ceil(answer.identity.length * 1.6) + 512;
