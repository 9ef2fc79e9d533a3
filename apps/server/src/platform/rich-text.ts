import sanitize from 'sanitize-html';

const options: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote'],
  // No class, style, id or data attribute: nothing of the page can be imitated or replaced.
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
  transformTags: {
    // What people write may link anywhere, but hands on neither the address of the page nor its window.
    a: (tagName, { href }) => ({
      tagName,
      attribs: { ...(href ? { href } : {}), rel: 'noopener noreferrer nofollow' },
    }),
  },
};

/**
 * The one way for HTML that people wrote: called before it is stored, and again before it is sent, so that neither an old row nor a
 * forgotten call brings a script to a page.
 */
export const sanitizeRichText = (html: string): string => sanitize(html, options);
