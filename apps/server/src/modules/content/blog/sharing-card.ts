import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { cacheable, ResponseCache } from '../../../platform/cache/response-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { RawReply } from '../../../platform/http/context.ts';
import { findPost, publicViewer } from './post-queries.ts';

// The picture that other sites show beside a link to a post. Letters are drawn from stored outlines, because a server
// need not have fonts installed.

type Font = { readonly unitsPerEm: number; readonly glyphs: Readonly<Record<string, readonly [number, string]>> };
let loaded: Font | undefined;
function font(): Font {
  loaded ??= JSON.parse(
    readFileSync(new URL('../../../../data/archivo-outlines.json', import.meta.url), 'utf8'),
  ) as Font;
  return loaded;
}

const width = 1200;
const height = 630;
const margin = 80;
const linesMax = 4;

const glyphOf = (letter: string) => font().glyphs[letter] ?? font().glyphs['?'] ?? [500, ''];
const widthOf = (text: string, size: number) =>
  ([...text].reduce((sum, letter) => sum + glyphOf(letter)[0], 0) * size) / font().unitsPerEm;

function lineOf(text: string, at: { x: number; y: number; size: number; fill: string }): string {
  const scale = at.size / font().unitsPerEm;
  let x = 0;
  const paths = [...text].map((letter) => {
    const [advance, path] = glyphOf(letter);
    const drawn = path ? `<path transform="translate(${x} 0)" d="${path}"/>` : '';
    x += advance;
    return drawn;
  });
  return `<g transform="translate(${at.x} ${at.y}) scale(${scale} ${-scale})" fill="${at.fill}">${paths.join('')}</g>`;
}

function wrapped(text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(cut(word, size, room));
  }
  return lines.length > linesMax ? [...lines.slice(0, linesMax - 1), `${lines[linesMax - 1]}…`] : lines;
}

/** A single word can be wider than the picture. */
function cut(word: string, size: number, room: number): string {
  let letters = [...word];
  while (letters.length > 1 && widthOf(letters.join(''), size) > room) letters = letters.slice(0, -1);
  return letters.join('');
}

function cardSvg({ title, byline }: { title: string; byline: string }): string {
  const size = title.length > 60 ? 60 : 72;
  const lines = wrapped(title, size, width - 2 * margin);
  const first = 190;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#0E1216"/>
<path d="M0 600 C300 590 520 560 700 500 S1040 400 1200 380" fill="none" stroke="#5B6470" stroke-width="3" stroke-dasharray="10 10"/>
<path d="M0 590 C280 570 500 510 680 420 S1020 270 1200 240" fill="none" stroke="#FF6A2B" stroke-width="5" opacity="0.55"/>
${lineOf('Tuneport', { x: margin, y: 100, size: 34, fill: '#FF6A2B' })}
${lines.map((line, at) => lineOf(line, { x: margin, y: first + at * size * 1.18, size, fill: '#E8ECF0' })).join('\n')}
${lineOf(cut(byline, 30, width - 2 * margin), { x: margin, y: height - 60, size: 30, fill: '#A3ADB8' })}
</svg>`;
}

/** A picture takes a processor for 150 ms, and anyone may ask for it. */
const cards = new ResponseCache({ maxBytes: 16 * 1024 * 1024 });

async function drawCard(card: { title: string; byline: string }) {
  const body = await sharp(Buffer.from(cardSvg(card)))
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  const headers = {
    'content-type': 'image/png',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  };
  return cacheable(200, headers, body);
}

/** Only for posts that everybody may read: other sites fetch the picture without a login. */
export async function sendCard(db: Db, id: number, now: Date): Promise<RawReply> {
  const { title, author } = await findPost(db, publicViewer(now), id);
  const card = { title, byline: author.name };
  const key = JSON.stringify(card);
  const { status, headers, identity } = cards.get(key) ?? (await cards.make(key, () => drawCard(card)));
  return { status, headers, body: identity };
}
