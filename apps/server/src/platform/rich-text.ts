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

/**
 * Sanitizes all user-written HTML: before it is stored, and again before it is sent, so that neither an old row nor a
 * forgotten call can inject a script.
 */
export const sanitizeRichText = (html: string): string => sanitize(html, options);
