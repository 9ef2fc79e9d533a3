export const pageTitle = (title: string): string => (title === '' ? 'Tuneport' : `${title} · Tuneport`);
