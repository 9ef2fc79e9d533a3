/** The browser tab's title of a page. */
export const pageTitle = (title: string): string => (title === '' ? 'Tuneport' : `${title} · Tuneport`);
