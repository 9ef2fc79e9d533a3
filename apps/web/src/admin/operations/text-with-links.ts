type TextPart = { readonly text: string; readonly href?: string };

/** Splits plain text into words and URLs, which never end with sentence punctuation. */
export function textWithLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const found = match[0].replace(/[.,;:!?)\]']+$/, '');
    if (!URL.canParse(found)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: found, href: found });
    from = match.index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
