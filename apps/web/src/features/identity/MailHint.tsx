import { noMailServerText } from '@tuneport/domain/settings/mail-server';
import type { ReactNode } from 'react';
import css from './auth.module.css';

/** What to do when no mail arrives. Without a mail server no mail is sent, and only the operator has the link. */
export function MailHint({ hasMailServer, children }: { hasMailServer: boolean; children: ReactNode }) {
  return <p className={css.small}>{hasMailServer ? children : noMailServerText}</p>;
}
