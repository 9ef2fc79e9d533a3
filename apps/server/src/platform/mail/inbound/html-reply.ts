import sanitize from 'sanitize-html';

/** What was written comes first, and the time for nested elements grows faster than their number. */
const htmlCharsMax = 128 * 1024;

/** The text of a mail in HTML without the mail it answers; all of it, if there is nothing else. Hostile HTML takes seconds. */
export const htmlReply = (html: string): string => htmlText(html, 'reply') || htmlText(html, 'all');

const blocks = ['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'table', 'ul', 'ol'];
const quoteClass = /\b(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote)\b/;

/** The text of HTML without anything active. `reply` leaves out what mail programs mark as the answered mail. */
function htmlText(html: string, part: 'reply' | 'all'): string {
  const plain = sanitize(html.slice(0, htmlCharsMax), {
    allowedTags: blocks,
    allowedAttributes: {},
    nestingLimit: 50,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'head'],
    transformTags: {
      div: (tagName, attribs) => ({
        tagName,
        attribs,
        ...(attribs.id === 'divRplyFwdMsg' ? { text: '\n-----Original Message-----\n' } : {}),
      }),
    },
    exclusiveFilter: ({ tag, attribs }) =>
      part === 'reply' && (quoteClass.test(attribs.class ?? '') || (tag === 'blockquote' && attribs.type === 'cite')),
  });
  return plain
    .replace(/\s+/g, ' ')
    .replace(/ ?<(?:br|\/?(?:p|div|li|tr|h[1-4]|blockquote|pre|table|ul|ol))(?: ?\/)?> ?/g, '\n')
    .replace(/<[^>]{0,200}>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim();
}
