// What a person wrote, without the mail it answers and without a signature. Text is only left out where a mail program
// marks it; in doubt it stays.

const charsMax = 10_000;
const readCharsMax = 100_000;
const lineCharsMax = 2_000;

export function replyText(written: string): string {
  const whole = clean(written.slice(0, readCharsMax));
  return (withoutHistory(whole) || whole).slice(0, charsMax).trim();
}

const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\p{Bidi_Control}\ufeff]/gu, '')
    .split('\n')
    // A regular expression would take quadratic time for a long run of spaces.
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

function withoutHistory(text: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex((_, at) => beginsHistory(lines, at));
  const kept = end < 0 ? lines : lines.slice(0, end);
  while (kept.length > 0 && /^(?:>.*)?$/.test(kept.at(-1)?.trim() ?? '')) kept.pop();
  return withoutSignature(kept).join('\n').trim();
}

const original =
  /^[-_ ]{2,}(?:original message|original appointment|ursprüngliche nachricht|message d['’]origine|message original)[-_ ]{2,}$/i;
/** "On Tue, 3 March 2026, Ann wrote:" in the languages of the site. */
const attribution = /^(?:(?:on|am) .{4,300} (?:wrote|schrieb)(?: .{1,200})?|le .{4,300} a écrit) ?:$/i;
const headerLine = /^\*?(?:from|sent|to|cc|date|subject|von|gesendet|an|datum|betreff|de|envoyé|à|objet)\*? ?:\*? /i;

function beginsHistory(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').trim().slice(0, lineCharsMax);
  if (original.test(line)) return true;
  // Mail programs wrap this line.
  for (const count of [1, 2, 3]) {
    const joined = lines
      .slice(at, at + count)
      .join(' ')
      .trim()
      .slice(0, lineCharsMax);
    if (attribution.test(joined) && isQuoted(lines, at + count)) return true;
  }
  // Outlook repeats the headers of the mail it answers, without quote marks.
  const isFirst = /^\*?(?:from|von|de)\*? ?:/i.test(line);
  return isFirst && lines.slice(at, at + 6).filter((one) => headerLine.test(one.trim())).length >= 3;
}

/** Whether a quote, or nothing, follows. */
function isQuoted(lines: readonly string[], from: number): boolean {
  let at = from;
  while (at < lines.length && lines[at] === '') at += 1;
  return at >= lines.length || (lines[at] ?? '').trimStart().startsWith('>');
}

const signatureLinesMax = 12;
const device =
  /^(?:sent from my|von meinem|gesendet von|envoyé de mon|envoyé depuis|get outlook for|outlook für) .{2,60}$/i;

function withoutSignature(lines: string[]): string[] {
  const at = lines.findLastIndex((line) => line === '--' || line === '-- ');
  const kept = at >= 0 && lines.length - at <= signatureLinesMax ? lines.slice(0, at) : lines;
  const last = kept.findLastIndex((line) => line.trim() !== '');
  return last >= 0 && device.test((kept[last] ?? '').trim()) ? kept.slice(0, last) : kept;
}
