import { unmask } from '../platform/mail/secrets.ts';
import type { Client, TestServer } from './server.ts';

/** The session cookie a reply sets; null if it sets none. */
export function sessionIn(headers: Readonly<Record<string, unknown>>): string | null {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String);
  return cookies.map((cookie) => /^(?:__Host-)?tuneport=([^;]+)/.exec(cookie)?.[1]).find(Boolean) ?? null;
}

/** A visitor who gave this address and has a guest session. */
export async function asGuest(server: TestServer, email: string): Promise<Client> {
  const { status, body, headers } = await server.anonymous.call('POST /auth/guest', { body: { email } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return server.clientWith(sessionIn(headers));
}

/** The link in the newest mail to an address. */
export async function guestLinkIn({ db }: TestServer, to: string) {
  const row = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', to)
    .where('text_body', 'like', '%/tuning/guest/%')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const text = unmask(row).text_body;
  const [, id = '', token = ''] = /\/tuning\/guest\/(\d+)\/([\w-]+)/.exec(text) ?? [];
  return { id: Number(id), token, text, stored: row.text_body };
}
