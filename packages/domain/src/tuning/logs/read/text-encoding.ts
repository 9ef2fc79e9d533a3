export type TextEncoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1252'
  | 'windows-1251'
  | 'windows-1250'
  | 'shift_jis'
  | 'gbk'
  | 'euc-kr';

/** Uses only the first bytes, so that chunk boundaries do not matter. */
export function encodingOf(head: Uint8Array): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const [even, odd] = zeroShares(head);
  // ASCII text as UTF-16 has a zero in nearly every other byte, always at the same parity.
  if (odd > 0.6 && even < 0.1) return 'utf-16le';
  if (even > 0.6 && odd < 0.1) return 'utf-16be';
  if (looksBinary(head)) return null;
  if (isUtf8(head)) return 'utf-8';
  return byWords(head) ?? (isCyrillic(head) ? 'windows-1251' : 'windows-1252');
}

/** Log terms that decode correctly in only one legacy encoding. */
const telling: readonly (readonly [TextEncoding, RegExp])[] = [
  ['shift_jis', /時間|回転|車速|水温|油温|吸気|ブースト|エンジン|スロットル|アクセル/],
  ['gbk', /时间|时刻|转速|车速|水温|油温|进气|节气门|发动机/],
  ['euc-kr', /시간|회전|차속|속도|냉각수|엔진/],
  [
    'windows-1250',
    /prędkoś|ciśnien|doładow|napięci|położen|dolotow[ąę]|zapłon|otáčk|^čas|[;,\t"]čas|napětí|sebessé|fordulatszám|hőmérs|nyomás|idő[;,\t" (]|turați|viteză/im,
  ],
];
const wordsLookedBytes = 16 * 1024;

/** These encodings use the same bytes as western text, so only known words distinguish them. */
function byWords(head: Uint8Array): TextEncoding | null {
  const part = head.subarray(0, wordsLookedBytes);
  return telling.find(([encoding, words]) => words.test(new TextDecoder(encoding).decode(part)))?.[0] ?? null;
}

function zeroShares(head: Uint8Array): [even: number, odd: number] {
  let even = 0;
  let odd = 0;
  const pairs = Math.floor(head.length / 2);
  for (let nth = 0; nth < pairs * 2; nth += 2) {
    if (head[nth] === 0) even++;
    if (head[nth + 1] === 0) odd++;
  }
  return pairs === 0 ? [0, 0] : [even / pairs, odd / pairs];
}

/**
 * Text has tabs and line endings and hardly any other control characters. A run of unused NUL padding counts as one.
 */
function looksBinary(head: Uint8Array): boolean {
  let control = 0;
  let last = 1;
  for (const byte of head) {
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && !(byte === 0 && last === 0)) control++;
    last = byte;
  }
  return control > head.length * 0.002 + 2;
}

/** Whole words of letters from the upper quarter; in western text such letters are surrounded by ASCII ones. */
function isCyrillic(head: Uint8Array): boolean {
  let letters = 0;
  let pairs = 0;
  for (let at = 0; at < head.length; at++) {
    if ((head[at] as number) < 0xc0) continue;
    letters++;
    if ((head[at + 1] ?? 0) >= 0xc0) pairs++;
  }
  return letters >= 6 && pairs * 2 > letters;
}

function isUtf8(head: Uint8Array): boolean {
  try {
    // Streaming mode: a character cut off at the end of the header is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
