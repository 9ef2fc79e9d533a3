import { Worker } from 'node:worker_threads';
import type { ParsedMail } from './parsed-mail.ts';

/** The largest mail that is read; mail servers rarely accept more. */
export const inboundMailBytesMax = 25 * 1024 * 1024;

/** A mail of the largest size in base64 has 350,000 lines. */
const linesMax = 500_000;
/** Lines that may separate parts. The parser limits nesting, but not the number of sibling parts. */
const boundaryLinesMax = 5_000;
const timeoutMs = 20_000;

/** null if it is not a mail, or costs more to read than any honest one. */
export async function parseMail(raw: Buffer): Promise<ParsedMail | null> {
  if (raw.length > inboundMailBytesMax || !isReadable(raw)) return null;
  const thread = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ParsedMail | null>((settle) => {
      timer = setTimeout(() => settle(null), timeoutMs);
      thread.once('message', (mail: ParsedMail | null) => settle(mail));
      // Out of memory, or a bug of the parser that this mail triggers.
      thread.once('error', () => settle(null));
      thread.once('exit', () => settle(null));
      thread.postMessage(raw);
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

function isReadable(raw: Buffer): boolean {
  let lines = 0;
  let boundaryLines = 0;
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) {
    lines += 1;
    if (raw[at + 1] === 45 && raw[at + 2] === 45) boundaryLines += 1;
    if (lines > linesMax || boundaryLines > boundaryLinesMax) return false;
  }
  return lines > 0;
}
