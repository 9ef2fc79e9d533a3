import type { MailKind } from '@tuneport/domain/site/mail-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { type MailMessage, mailChannel, oneAddress } from './queue.ts';

// Mail to many recipients: the body is stored once, and a row of the outbox has the address and the token of its
// recipient. It is sent after all other mail, and never repeated when it is uncertain whether it was sent.

/** Placeholder in the body for the token of the recipient. */
export const recipientToken = 'recipient-token';
const mask = '[hidden token]';
const masked = (text: string) => text.replaceAll(recipientToken, mask);

export async function storeBody(tx: Db, { text, html }: Pick<MailMessage, 'text' | 'html'>): Promise<number> {
  const row = { text_body: masked(text), html_body: masked(html) };
  const { id } = await tx.insertInto('mail_bodies').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

type BulkMail = {
  readonly kind: MailKind;
  readonly subject: string;
  readonly bodyId: number;
  /** With `recipientToken`. */
  readonly unsubscribeUrl: string;
};
type Recipient = { readonly to: string; readonly token: string };

/** Queues one mail for each recipient, in the caller's transaction. Returns the id of each by its address. */
export async function queueBulk(
  tx: Db,
  { kind, subject, bodyId, unsubscribeUrl }: BulkMail,
  recipients: readonly Recipient[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; to_address: string }>`
    insert into mail_outbox (kind, to_address, subject, text_body, html_body, unsubscribe_url, secrets, body_id, bulk)
    select ${kind}, r.address, ${subject}, '', '', ${masked(new URL(unsubscribeUrl).href)},
      jsonb_build_object(${mask}::text, r.token), ${bodyId}, true
    from unnest(${recipients.map(({ to }) => oneAddress(to))}::text[], ${recipients.map(({ token }) => token)}::text[])
      as r (address, token)
    returning id, to_address`.execute(tx);
  await sql`select pg_notify(${mailChannel}, '')`.execute(tx);
  return new Map(rows.map(({ id, to_address }) => [to_address, id]));
}

/** Deletes bodies that no mail has any more; `inUse` finds the other rows that refer to the body `b`. */
export const unusedBodies = (inUse: RawBuilder<unknown>) => sql`
  delete from mail_bodies b where b.created_at < now() - interval '180 days'
  and not exists (select from mail_outbox m where m.body_id = b.id) and not exists (${inUse})`;
