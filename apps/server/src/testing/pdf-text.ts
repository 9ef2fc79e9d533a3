import { inflateSync } from 'node:zlib';

/** The text of a PDF that pdfkit wrote, page after page, and the number of pages and embedded fonts. */
export function readPdf(bytes: Buffer): { text: string; pages: number; embeddedFonts: number } {
  const source = bytes.toString('latin1');
  const objects = new Map<string, { head: string; stream: string }>();
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body.indexOf('stream\n');
    const head = at < 0 ? body : body.slice(0, at);
    const raw = at < 0 ? '' : body.slice(at + 'stream\n'.length, body.lastIndexOf('\nendstream'));
    const bytesOf = Buffer.from(raw, 'latin1');
    const isPacked = head.includes('/FlateDecode') && !head.includes('/Subtype /Image');
    objects.set(id, { head, stream: isPacked ? inflateSync(bytesOf).toString('latin1') : raw });
  }
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1];
      fonts.set(name, glyphsOf(objects.get(map ?? '')?.stream ?? ''));
    }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  const text = pages.map(({ head }) => {
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? '';
    return textOf(content, fonts);
  });
  return {
    text: text.join('\n'),
    pages: pages.length,
    embeddedFonts: [...objects.values()].filter(({ head }) => head.includes('/FontFile2')).length,
  };
}

/** The characters of the glyphs, from the ToUnicode map of a font. */
function glyphsOf(map: string): ReadonlyMap<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, first = '', , list = ''] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    const start = Number.parseInt(first, 16);
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, units = ''], at) => {
      const text = Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
      glyphs.set((start + at).toString(16).padStart(4, '0'), text);
    });
  }
  return glyphs;
}

function textOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let glyphs: ReadonlyMap<string, string> = new Map();
  const lines: string[] = [];
  for (const [, font, run] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) glyphs = fonts.get(font) ?? glyphs;
    else
      lines.push(
        [...(run ?? '').matchAll(/<([0-9a-f]*)>/gi)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => glyphs.get(glyph.toLowerCase()) ?? '?')
          .join(''),
      );
  }
  return lines.join('\n');
}
