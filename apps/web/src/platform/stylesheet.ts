type Page = Pick<Document, 'querySelector' | 'createElement'> & { readonly head: Pick<HTMLElement, 'append'> };

/** Resolves when a style sheet is loaded and rejects when that fails; a page is not shown without it. */
export function styleLoaded(href: string, page: Page = document): Promise<void> {
  if (page.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = page.createElement('link');
    link.rel = 'preload';
    link.as = 'style';
    link.href = href;
    link.onload = () => {
      link.remove();
      resolve();
    };
    link.onerror = () => {
      link.remove();
      reject(new Error(`The style sheet ${href} could not be loaded.`));
    };
    page.head.append(link);
  });
}
