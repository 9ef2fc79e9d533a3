import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/db.ts';
import type { SealedColumn } from '../../secrets/reseal.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';

// The address a mail is answered to: reply+<kind><id>-<signature>@REPLY_MAIL_DOMAIN. The signature covers the record and
// the address the mail was sent to. Upper and lower case are the same, because mail servers may change it.

export const sealedReplyKey: SealedColumn = {
  table: 'reply_keys',
  column: 'sealed_key',
  key: ['id'],
  purpose: (id) => `reply-key:${id}`,
  stored: 'bytea',
};
const purpose = sealedReplyKey.purpose('1');

/** What can be answered, and its letter in the address. */
const letters = { ticket: 't', 'lead-mail': 'm' } as const;
export type ReplyKind = keyof typeof letters;
const replyKinds = Object.keys(letters) as ReplyKind[];

export type ReplyAbout = { readonly kind: ReplyKind; readonly id: number };
type ReplyTarget = ReplyAbout & { readonly signature: Buffer };

const signatureBytes = 16;
const idMax = 2 ** 31 - 1;
const localPart = /^reply\+([a-z])([0-9a-z]{1,6})-([0-9a-f]{32})$/;

type Signer = { readonly db: Db; readonly secrets: SecretBox };

/** `about` as the outbox stores it, such as `ticket:17`. */
export async function replyAddress(signer: Signer, domain: string, about: string, to: string): Promise<string> {
  const [kind = '', digits = ''] = about.split(':');
  const letter = letters[kind as ReplyKind];
  const id = Number(digits);
  if (letter === undefined || !(id > 0)) throw new Error(`Mails about ${about} cannot be answered.`);
  const signature = await signatureOf(signer, { kind: kind as ReplyKind, id }, to);
  return `reply+${letter}${id.toString(36)}-${signature.toString('hex')}@${domain}`;
}

/** For the sender of the outbox; undefined if the site takes no answers by mail. */
export function replyAddresses({ config, ...signer }: Signer & { config: Pick<Config, 'replyMailDomain'> }) {
  const domain = config.replyMailDomain;
  return domain === undefined ? undefined : (about: string, to: string) => replyAddress(signer, domain, about, to);
}

/** What an address claims to answer; null if it is not a reply address of this site. */
export function readReplyAddress(address: string, domain: string): ReplyTarget | null {
  const at = address.lastIndexOf('@');
  if (at < 0 || address.slice(at + 1).toLowerCase() !== domain.toLowerCase()) return null;
  const [, letter, digits = '', hex = ''] = localPart.exec(address.slice(0, at).toLowerCase()) ?? [];
  const kind = replyKinds.find((one) => letters[one] === letter);
  const id = Number.parseInt(digits, 36);
  return kind === undefined || !(id > 0 && id <= idMax) ? null : { kind, id, signature: Buffer.from(hex, 'hex') };
}

/** Whether the address was made for a mail to this recipient. */
export async function isSignedFor(signer: Signer, target: ReplyTarget, recipient: string): Promise<boolean> {
  const expected = await signatureOf(signer, target, recipient);
  return target.signature.length === expected.length && timingSafeEqual(target.signature, expected);
}

async function signatureOf(signer: Signer, { kind, id }: ReplyAbout, recipient: string): Promise<Buffer> {
  const mac = createHmac('sha256', await replyKey(signer)).update(`${kind}:${id} ${recipient.toLowerCase()}`);
  return mac.digest().subarray(0, signatureBytes);
}

/** Created with the first address. On a race only the first key is stored. */
async function replyKey({ db, secrets }: Signer): Promise<Buffer> {
  const known = await storedKey(db);
  if (!known) {
    const sealed_key = secrets.seal(purpose, randomBytes(32).toString('base64'));
    await db
      .insertInto('reply_keys')
      .values({ sealed_key })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const sealed = known ?? (await storedKey(db));
  const key = sealed ? secrets.open(purpose, sealed.sealed_key) : null;
  if (key === null)
    throw new Error(
      'The key of reply addresses cannot be decrypted. Check that SECRET_KEY, or secret.key in the data folder, is the key it was encrypted with.',
    );
  return Buffer.from(key, 'base64');
}

const storedKey = (db: Db) => db.selectFrom('reply_keys').select('sealed_key').executeTakeFirst();
