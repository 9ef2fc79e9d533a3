import css from './RichText.module.css';

/** Only for HTML sanitised by the server. */
export function RichText({ sanitisedHtml }: { sanitisedHtml: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises it, and no other component inserts HTML that people wrote.
  return <div className={css.rich} dangerouslySetInnerHTML={{ __html: sanitisedHtml }} />;
}
