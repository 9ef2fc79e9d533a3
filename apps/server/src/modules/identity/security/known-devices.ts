import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../../platform/config.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';

// After a login the browser stores a sealed cookie that names the account. It grants no access: attempts from this
// browser are only counted separately.

const ageS = 400 * 24 * 3600;
const usersMax = 5;
const Device = z.object({ id: z.string(), users: z.array(z.number().int()).max(usersMax) });

const cookieName = (config: Config) => (config.secureCookies ? '__Host-tuneport-device' : 'tuneport-device');

function readDevice(secrets: SecretBox, cookie: string | undefined): z.output<typeof Device> | null {
  const text = cookie ? secrets.open('known-device', Buffer.from(cookie, 'base64url')) : null;
  return text === null ? null : (Device.safeParse(JSON.parse(text)).data ?? null);
}

type DeviceContext = Pick<Context, 'clientInfo' | 'platform'>;

/** The accounts this browser was logged in to, with the device id they share. */
export const deviceOf = ({ clientInfo, platform }: DeviceContext) =>
  readDevice(platform.secrets, clientInfo.cookies[cookieName(platform.config)]);

/** Called after the caller has proved ownership of the account. */
export function rememberDevice(context: DeviceContext & Pick<Context, 'setCookie'>, userId: number): void {
  const { config, secrets } = context.platform;
  const known = deviceOf(context);
  const users = [userId, ...(known?.users ?? []).filter((id) => id !== userId)].slice(0, usersMax);
  const device = { id: known?.id ?? randomBytes(12).toString('base64url'), users };
  context.setCookie(
    cookieName(config),
    secrets.seal('known-device', JSON.stringify(device)).toString('base64url'),
    ageS,
  );
}
