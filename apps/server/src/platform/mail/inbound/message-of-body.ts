import { Refusal } from '../../refusal.ts';

/** The message in the body of a provider's request, and the recipients of its envelope, if named. */
type DeliveredMessage = { readonly raw: Buffer; readonly envelopeTo: readonly string[] };

/** Fields with the whole message: SendGrid, Mailgun, Postmark, and a file of any form. */
const messageFields = ['email', 'body-mime', 'RawEmail', 'message', 'raw'];
const recipientFields = ['recipient', 'OriginalRecipient', 'to'];

/**
 * Providers send the message itself (message/rfc822), a form with it as a field or file, or JSON. Called after the
 * secret was checked.
 */
export async function messageOfBody(bytes: Buffer, mediaType: string): Promise<DeliveredMessage> {
  const type = mediaType.split(';')[0]?.trim().toLowerCase();
  const isForm = type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded';
  if (!isForm && type !== 'application/json') return { raw: bytes, envelopeTo: [] };
  const fields = await (isForm ? formFields(bytes, mediaType) : jsonFields(bytes)).catch(() => null);
  const raw = fields && messageFields.map((name) => fields.get(name)).find((value) => value !== undefined);
  if (!fields || !raw)
    throw new Refusal('bad_request', { message: 'This request has no whole message. Turn on raw messages.' });
  return { raw, envelopeTo: envelopeOf(fields) };
}

async function formFields(bytes: Buffer, mediaType: string): Promise<Map<string, Buffer>> {
  const body = new Uint8Array(bytes);
  const form = await new Response(body, { headers: { 'content-type': mediaType } }).formData();
  const fields = new Map<string, Buffer>();
  for (const [name, value] of form)
    fields.set(name, typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer()));
  return fields;
}

async function jsonFields(bytes: Buffer): Promise<Map<string, Buffer>> {
  const parsed: unknown = JSON.parse(bytes.toString('utf8'));
  if (typeof parsed !== 'object' || parsed === null) return new Map();
  return new Map(
    Object.entries(parsed).flatMap(([name, value]) => (typeof value === 'string' ? [[name, Buffer.from(value)]] : [])),
  );
}

const envelopeMax = 20;

/** SendGrid names recipients as JSON in `envelope`, the others as addresses. */
function envelopeOf(fields: ReadonlyMap<string, Buffer>): string[] {
  const text = (name: string) => fields.get(name)?.toString('utf8').slice(0, 10_000) ?? '';
  const listed = recipientFields.flatMap((name) => text(name).split(','));
  return [...envelopeField(text('envelope')), ...listed]
    .map((one) => /<([^<>]+)>/.exec(one)?.[1] ?? one.trim())
    .filter((one) => one !== '')
    .slice(0, envelopeMax);
}

function envelopeField(text: string): string[] {
  try {
    const { to } = JSON.parse(text || '{}') as { to?: unknown };
    return [to].flat().filter((one) => typeof one === 'string');
  } catch {
    return [];
  }
}
