import sanitize from 'sanitize-html';

const options: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote'],
  // No class, style, id or data attributes: content cannot imitate or replace the page.
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
  transformTags: {
    // User links may point anywhere, but get neither the referrer nor the window.
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href ? { href } : {}), rel: 'noopener noreferrer nofollow' },
    }),
  },
};

const ownImageUrl = /^\/api\/media\/\d{1,9}\/\d{1,5}$/;
const wholeNumber = /^\d{1,5}$/;
const numericAttributes = (attribs: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (wholeNumber.test(attribs[name] ?? '') ? [[name, attribs[name] ?? '']] : [])),
  );
const cell: sanitize.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: numericAttributes(attribs, ['colspan', 'rowspan']),
});

/** Pages and posts, written by staff: also code, tables and pictures of the media library. */
const articleOptions: sanitize.IOptions = {
  ...options,
  allowedTags: [
    ...(options.allowedTags as string[]),
    ...['h4', 'hr', 's', 'u', 'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'img'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  transformTags: {
    // Our own pages get the referrer and the reputation of the link, other sites neither.
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: isOwnPath(href) ? { href } : { ...(href ? { href } : {}), rel: 'noopener noreferrer nofollow' },
    }),
    img: (tagName, attribs) => ({
      tagName,
      attribs: ownImageUrl.test(attribs.src ?? '')
        ? {
            src: attribs.src ?? '',
            alt: attribs.alt ?? '',
            ...numericAttributes(attribs, ['width', 'height']),
            loading: 'lazy',
          }
        : {},
    }),
    th: cell,
    td: cell,
    // The page has the only first-level heading.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
};

const isOwnPath = (href: string) => /^\/(?![/\\])/.test(href);

/**
 * Sanitizes all user-written HTML: before it is stored, and again before it is sent, so that neither an old row nor a
 * forgotten call can inject a script.
 */
export const sanitizeRichText = (html: string, kind: 'text' | 'article' = 'text'): string =>
  sanitize(html, kind === 'article' ? articleOptions : options);
