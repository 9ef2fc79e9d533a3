const end = '</head>';

/**
 * Adds the site's colours behind the stylesheets of a page, inline so that the first paint waits for no further request.
 * React leaves the element alone, because it is not part of the tree it hydrates.
 */
export function withTheme(html: string, css: string): string {
  const at = css === '' ? -1 : html.indexOf(end);
  return at === -1 ? html : `${html.slice(0, at)}<style>${css}</style>${html.slice(at)}`;
}
