import sharp from 'sharp';
import type { Client, TestServer } from './server.ts';

/** A complete dealer application. */
export const dealerApplication = {
  company: 'Northgate Tuning',
  website: 'https://northgate.example',
  address: {
    country_code: 'CA',
    full_name: 'Northgate Tuning',
    line1: '1 Example Street',
    city: 'Vancouver',
    state: 'BC',
    postal_code: 'V5K 0A1',
  },
  contact: { name: 'Robin North', phone: '+1 604 555 0100' },
};

export type Part = { readonly field?: string; readonly name: string; readonly bytes: Buffer };

/** A multipart form with any number of files. */
export function formWith(fields: Readonly<Record<string, string>>, files: readonly Part[]) {
  const edge = 'edge-of-parts';
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields))
    parts.push(Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`));
  for (const { field = 'files[]', name, bytes } of files)
    parts.push(
      Buffer.from(
        `--${edge}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${edge}--\r\n`));
  return { body: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${edge}` } };
}

export const smallPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 120, height: 60, channels: 3, background: '#335' } })
    .png()
    .toBuffer();
export const smallPdf = Buffer.from('%PDF-1.4\n%%EOF\n');

/** Row of an application of a user, in the state given. */
export async function applicationOf(
  { db }: Pick<TestServer, 'db'>,
  userId: number,
  kind: 'dealer' | 'affiliate' = 'dealer',
  state = 'submitted',
): Promise<number> {
  const { company, ...details } = { ...dealerApplication, tools: [], specializations: [] };
  const { id } = await db
    .insertInto('partner_applications')
    .values({
      kind,
      state,
      user_id: userId,
      name: company,
      details: JSON.stringify(details),
      created_at: new Date(),
      updated_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const applyAsAffiliate = (client: Client, fields: Record<string, string> = {}, files: readonly Part[] = []) =>
  client.request('POST', '/api/become-affiliate', {
    ...formWith({ about: 'I film dyno days.', socials_1: 'https://video.example/dyno', ...fields }, files),
  }) as Promise<{ status: number; body: { id: number; errors?: Record<string, string[]>; files: unknown[] } }>;
