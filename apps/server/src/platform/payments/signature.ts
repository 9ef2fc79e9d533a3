import { createHmac, timingSafeEqual } from 'node:crypto';
import { WrongSignature } from './provider.ts';

const toleranceS = 300;
const partsMax = 20;

/** `t=…,v1=…` over "t.bytes". Uses the raw bytes: decoding first could hide a change. */
export function sign(bytes: Buffer, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(bytes, String(seconds), secret).toString('hex')}`;
}

export function verifySignature(
  bytes: Buffer,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): void {
  const parts = (header ?? '').split(',', partsMax).map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const signatures = parts.flatMap(([name, value = '']) =>
    name === 'v1' && /^[0-9a-f]{64}$/.test(value) ? [value] : [],
  );
  if (!/^\d{1,12}$/.test(time) || signatures.length === 0) throw new WrongSignature('The event has no signature.');
  const expected = secrets.map((secret) => digest(bytes, time, secret));
  const right = signatures.some((hex) => expected.some((wanted) => timingSafeEqual(wanted, Buffer.from(hex, 'hex'))));
  if (!right) throw new WrongSignature('The signature of the event is not valid.');
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceS)
    throw new WrongSignature('The event was signed too long ago.');
}

const digest = (bytes: Buffer, time: string, secret: string) =>
  createHmac('sha256', secret).update(`${time}.`).update(bytes).digest();
