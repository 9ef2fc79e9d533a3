import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { hashPassword } from '../login/passwords.ts';

let server: TestServer;
let passwordHash: string;
beforeAll(async () => {
  server = await testServer();
  passwordHash = await hashPassword(password);
});
afterAll(() => server.close());
beforeEach(() => server.db.deleteFrom('rate_limits').execute());

const password = 'long-enough-secret';
const nextPassword = 'another-long-secret';
let serial = 0;
const newAddress = () => {
  serial += 1;
  return `wanted-${serial}@example.test`;
};

const mailsTo = async (to: string, kind: string) =>
  (
    await server.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', to)
      .where('kind', '=', kind)
      .orderBy('id')
      .execute()
  ).map(unmask);
const tokenIn = (text = '') => /\/auth\/[a-z-]+\/([A-Za-z0-9_-]{20,})/.exec(text)?.[1] ?? '';
const tokenTo = async (to: string, kind: string) => tokenIn((await mailsTo(to, kind)).at(-1)?.text_body);

const row = (id: number) => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const newUser = async (input: object = {}) => {
  const user = await server.make.user({ passwordHash, ...input });
  return { ...user, client: await server.as(user) };
};
const request = (client: Client, email: string, id = client.userId) =>
  client.call('PATCH /users/:id', { params: { id }, body: { email } });
const confirm = (token: string, client = server.anonymous) =>
  client.call('POST /auth/confirm-email', { body: { token } });
const secure = (token: string) => server.anonymous.call('POST /auth/secure-account', { body: { token } });
const forgot = async (email: string) => {
  await server.anonymous.call('POST /auth/forgot-password', { body: { email } });
  return tokenTo(email, 'reset-password');
};
const reset = (token: string, word = nextPassword) =>
  server.anonymous.call('POST /auth/reset-password', { body: { token, password: word } });
const logIn = (email: string, word = password) =>
  server.anonymous.call('POST /auth/login', { body: { email, password: word } });
const actsOn = async (id: number) =>
  (
    await server.db.selectFrom('audit_log').select('act').where('subject', '=', `user:${id}`).orderBy('id').execute()
  ).flatMap(({ act }) => (/^identity\.(?:log-in|fail-login)$/.test(act) ? [] : [act]));

describe('a new email address', () => {
  test('takes effect only once, when its own link is opened', async () => {
    const { id, email, client } = await newUser();
    const wanted = newAddress();
    expect((await request(client, wanted)).body).toMatchObject({ email, email_confirmed: true, pending_email: wanted });
    expect((await logIn(wanted)).status).toBe(422);
    const token = await tokenTo(wanted, 'change-email');
    expect((await confirm(token, client)).status).toBe(204);
    expect((await client.call('GET /user/me')).body).toMatchObject({
      email: wanted,
      email_confirmed: true,
      pending_email: null,
    });
    expect((await confirm(token)).status).toBe(422);
    expect((await logIn(wanted)).status).toBe(200);
    expect((await logIn(email)).status).toBe(422);
    expect(await actsOn(id)).toEqual(['identity.request-email-change', 'identity.change-email']);
  });

  test('is announced to the old address, masked, when requested and when confirmed', async () => {
    const { email, client } = await newUser();
    const wanted = newAddress();
    await request(client, wanted);
    expect((await mailsTo(email, 'email-change-notice')).map(({ subject }) => subject)).toEqual([
      'Your e-mail address is about to change',
    ]);
    await confirm(await tokenTo(wanted, 'change-email'));
    const notices = await mailsTo(email, 'email-change-notice');
    expect(notices.at(-1)?.subject).toBe('Your e-mail address was changed');
    expect(notices.map(({ text_body }) => text_body).join('')).not.toContain(wanted);
  });

  test('ends every session except that of the confirming browser', async () => {
    const { id, client } = await newUser();
    const other = await server.as({ id });
    await request(client, newAddress());
    await confirm(await tokenTo((await row(id)).pending_email ?? '', 'change-email'), client);
    expect([(await client.call('GET /user/me')).status, (await other.call('GET /user/me')).status]).toEqual([200, 401]);
    await request(client, newAddress());
    await confirm(await tokenTo((await row(id)).pending_email ?? '', 'change-email'), await server.as({}));
    expect((await client.call('GET /user/me')).status).toBe(401);
  });

  test('can be requested again and cancelled, and links of earlier requests are invalid', async () => {
    const { id, email, client } = await newUser();
    const [first, second] = [newAddress(), newAddress()];
    await request(client, first);
    const old = await tokenTo(first, 'change-email');
    await request(client, second);
    expect((await confirm(old)).status).toBe(422);
    await client.call('POST /auth/resend-confirmation');
    const [sent, again] = (await mailsTo(second, 'change-email')).map(({ text_body }) => tokenIn(text_body));
    expect((await confirm(sent ?? '')).status).toBe(422);
    const cancelled = await client.call('DELETE /users/:id/pending-email', { params: { id } });
    expect(cancelled.body).toMatchObject({ email, pending_email: null });
    expect((await confirm(again ?? '')).status).toBe(422);
    expect((await row(id)).email).toBe(email);
  });

  test('that belongs to another account gets the same response, and its owner is notified by mail', async () => {
    const { client } = await newUser();
    const other = await newUser();
    const reply = await request(client, other.email);
    expect(reply).toMatchObject({ status: 200, body: { pending_email: other.email } });
    expect(await mailsTo(other.email, 'change-email')).toEqual([]);
    expect(await mailsTo(other.email, 'address-in-use')).toHaveLength(1);
  });

  test('is mailed at most five times an hour', async () => {
    const { client } = await newUser();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await request(client, newAddress())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('requested by two accounts goes to one of them, and the other keeps its own', async () => {
    const wanted = newAddress();
    const [one, two] = [await newUser(), await newUser()];
    await request(one.client, wanted);
    await request(two.client, wanted);
    const tokens = (await mailsTo(wanted, 'change-email')).map(({ text_body }) => tokenIn(text_body));
    const replies = await Promise.all(tokens.map((token) => confirm(token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 422]);
    const emails = [(await row(one.id)).email, (await row(two.id)).email];
    expect(emails.filter((email) => email === wanted)).toHaveLength(1);
    expect(emails.filter((email) => [one.email, two.email].includes(email))).toHaveLength(1);
    expect([(await row(one.id)).pending_email, (await row(two.id)).pending_email]).toEqual([null, null]);
  });

  test('registered by another user in the meantime stays with that user', async () => {
    const { id, email, client } = await newUser();
    const wanted = newAddress();
    await request(client, wanted);
    const token = await tokenTo(wanted, 'change-email');
    await server.make.user({ email: wanted, confirmed: false });
    expect((await confirm(token)).status).toBe(422);
    expect(await row(id)).toMatchObject({ email, pending_email: null });
  });
});

describe('a mailed link', () => {
  test('proves only the address it was sent to: a reset link does not confirm an address requested later', async () => {
    const attacker = await newUser({ confirmed: false });
    const victim = newAddress();
    const token = await forgot(attacker.email);
    await request(attacker.client, victim);
    expect((await reset(token)).status).toBe(204);
    expect(await row(attacker.id)).toMatchObject({ email: attacker.email, pending_email: null });
  });

  test('is invalid when the account has a different address than the recipient', async () => {
    const { id, email } = await newUser({ confirmed: false });
    const token = await forgot(email);
    await server.db.updateTable('users').set({ email: newAddress() }).where('id', '=', id).execute();
    expect((await reset(token)).status).toBe(422);
    expect((await row(id)).email_confirmed_at).toBeNull();
  });

  test('is invalid after the address or the password has changed', async () => {
    const ways: ((user: Awaited<ReturnType<typeof newUser>>) => Promise<unknown>)[] = [
      async ({ client }) => {
        const wanted = newAddress();
        await request(client, wanted);
        return confirm(await tokenTo(wanted, 'change-email'));
      },
      ({ client }) =>
        client.call('POST /auth/change-password', { body: { current_password: password, password: nextPassword } }),
    ];
    for (const change of ways) {
      const user = await newUser();
      const token = await forgot(user.email);
      await change(user);
      expect((await reset(token, 'a-third-long-secret')).status).toBe(422);
    }
    const user = await newUser();
    const wanted = newAddress();
    await request(user.client, wanted);
    const change = await tokenTo(wanted, 'change-email');
    expect((await reset(await forgot(user.email))).status).toBe(204);
    expect((await confirm(change)).status).toBe(422);
    expect(await row(user.id)).toMatchObject({ email: user.email, pending_email: null });
  });

  test('of a banned user is refused', async () => {
    const { id, email } = await newUser();
    const token = await forgot(email);
    await server.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', id).execute();
    expect((await reset(token)).status).toBe(422);
  });
});

describe('securing the account from the old address', () => {
  test('cancels a pending change, ends sessions, clears the password, and mails a reset link', async () => {
    const { id, email, client } = await newUser();
    const wanted = newAddress();
    await request(client, wanted);
    const change = await tokenTo(wanted, 'change-email');
    const token = await tokenTo(email, 'email-change-notice');
    expect((await secure(token)).status).toBe(204);
    expect((await secure(token)).status).toBe(422);
    expect((await confirm(change)).status).toBe(422);
    expect((await client.call('GET /user/me')).status).toBe(401);
    expect((await logIn(email)).status).toBe(422);
    expect(await row(id)).toMatchObject({ email, pending_email: null, password_hash: null });
    expect((await reset(await tokenTo(email, 'reset-password'))).status).toBe(204);
    expect((await logIn(email, nextPassword)).status).toBe(200);
  });

  test('restores a changed address and removes factors added since the day before, whatever the attacker did', async () => {
    const { id, email, client } = await newUser();
    const [second, third] = [newAddress(), newAddress()];
    const passkey = (credential_id: string, created_at: Date) =>
      server.db
        .insertInto('passkeys')
        .values({ user_id: id, credential_id, public_key: Buffer.from('key'), name: credential_id, created_at })
        .execute();
    await passkey(`own-${id}`, new Date(Date.now() - 25 * 60 * 60_000));
    await passkey(`early-${id}`, new Date(Date.now() - 60_000));
    await request(client, second);
    await confirm(await tokenTo(second, 'change-email'), client);
    await client.call('POST /auth/change-password', { body: { current_password: password, password: nextPassword } });
    await passkey(`strange-${id}`, new Date(Date.now() + 1000));
    await request(client, third);
    await confirm(await tokenTo(third, 'change-email'), client);
    // The attacker gets their own link, which does not invalidate the owner's.
    expect((await secure(await tokenTo(second, 'email-change-notice'))).status).toBe(204);
    expect((await secure(await tokenTo(email, 'email-change-notice'))).status).toBe(204);
    expect(await row(id)).toMatchObject({ email, password_hash: null });
    const left = await server.db.selectFrom('passkeys').select('name').where('user_id', '=', id).execute();
    expect(left).toEqual([{ name: `own-${id}` }]);
    expect((await logIn(third, nextPassword)).status).toBe(422);
    expect(await actsOn(id)).toContain('identity.secure-account');
  });

  test('is not offered to an address that was never confirmed', async () => {
    const { email, client } = await newUser({ confirmed: false });
    await request(client, newAddress());
    expect((await mailsTo(email, 'email-change-notice'))[0]?.text_body).not.toContain('/auth/secure-account/');
  });

  test('is refused when another account now has the address', async () => {
    const { email, client } = await newUser();
    const wanted = newAddress();
    await request(client, wanted);
    await confirm(await tokenTo(wanted, 'change-email'));
    await server.make.user({ email });
    expect((await secure(await tokenTo(email, 'email-change-notice'))).status).toBe(422);
  });
});

describe('an address changed by staff', () => {
  test('needs confirmation like a change by the owner, and the old address is notified that staff requested it', async () => {
    const { id, email } = await newUser();
    const admin = await server.as({ role: 3 });
    const wanted = newAddress();
    expect((await request(admin, wanted, id)).body).toMatchObject({ email, pending_email: wanted });
    const [notice] = await mailsTo(email, 'email-change-notice');
    expect(notice?.text_body).toContain('Our support team');
    expect(tokenIn(notice?.text_body)).not.toBe('');
    expect((await reset(await forgot(email))).status).toBe(204);
    expect((await confirm(await tokenTo(wanted, 'change-email'))).status).toBe(422);
    expect(await actsOn(id)).toEqual(['identity.request-email-change', 'identity.reset-password']);
  });

  test('needs a fresh login of the staff member and is refused for other staff accounts', async () => {
    const { id } = await newUser();
    const admin = await server.as({ role: 3 });
    await server.ageLogins(admin.userId ?? 0);
    expect(await request(admin, newAddress(), id)).toMatchObject({
      status: 403,
      body: { code: 'fresh_login_required' },
    });
    const colleague = await server.make.user({ role: 3 });
    expect((await request(await server.as({ role: 5 }), newAddress(), colleague.id)).status).toBe(403);
    const flagged = await server.make.user({ flags: ['da'] });
    expect((await request(await server.as({ role: 3 }), newAddress(), flagged.id)).status, 'by an Admin').toBe(403);
    expect((await request(await server.as({ role: 5 }), newAddress(), flagged.id)).status, 'by a SuperAdmin').toBe(200);
    const record = await server.as({ role: 3 });
    await request(record, newAddress(), id);
    expect((await record.call('GET /v1/admin/users/:id', { params: { id } })).body.pending_email).toMatch(/^wanted-/);
  });
});

describe('an account registered with the address of another person', () => {
  test('passes to the owner of the address when they reset the password', async () => {
    const squatter = await newUser({ confirmed: false });
    const { id, email, client } = squatter;
    await server.db
      .insertInto('passkeys')
      .values({ user_id: id, credential_id: `pre-${id}`, public_key: Buffer.from('key'), name: 'Pre' })
      .execute();
    await server.db
      .updateTable('users')
      .set({
        totp_secret: Buffer.from('x'),
        totp_confirmed_at: new Date(),
        oidc_issuer: 'https://x.test',
        oidc_subject: `s-${id}`,
      })
      .where('id', '=', id)
      .execute();
    const wanted = newAddress();
    await request(client, wanted);
    expect((await reset(await forgot(email))).status).toBe(204);
    expect((await client.call('GET /user/me')).status).toBe(401);
    expect(await row(id)).toMatchObject({
      email,
      totp_secret: null,
      totp_confirmed_at: null,
      oidc_subject: null,
      pending_email: null,
    });
    expect(await server.db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute()).toEqual([]);
    expect((await confirm(await tokenTo(wanted, 'change-email'))).status).toBe(422);
    const notice = (await mailsTo(email, 'security-notice')).at(-1)?.text_body;
    expect(notice).toContain('a passkey, the authenticator app and the connection to single sign-on');
  });

  test('loses factors added before its first confirmation at a reset, and keeps later ones', async () => {
    const { id, email } = await newUser();
    const confirmedAt = (await row(id)).first_confirmed_at ?? new Date();
    for (const [name, offsetMs] of [
      ['before', -1000],
      ['after', 1000],
    ] as const)
      await server.db
        .insertInto('passkeys')
        .values({
          user_id: id,
          credential_id: `${name}-${id}`,
          public_key: Buffer.from('key'),
          name,
          created_at: new Date(confirmedAt.getTime() + offsetMs),
        })
        .execute();
    expect((await reset(await forgot(email))).status).toBe(204);
    expect(await server.db.selectFrom('passkeys').select('name').where('user_id', '=', id).execute()).toEqual([
      { name: 'after' },
    ]);
  });

  test('cannot get a factor before its address is confirmed', async () => {
    const { client } = await newUser({ confirmed: false });
    for (const key of [
      'POST /auth/passkeys/options',
      'POST /auth/passkeys',
      'POST /auth/totp/setup',
      'POST /auth/totp/confirm',
    ] as const)
      expect(await client.call(key, {}), key).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } });
  });

  test('cannot be changed by a session that a concurrent reset ends', async () => {
    const { id, email, client } = await newUser({ confirmed: false });
    const token = await forgot(email);
    const wanted = newAddress();
    await Promise.all([
      reset(token),
      request(client, wanted),
      client.call('POST /auth/change-password', {
        body: { current_password: password, password: 'the-squatters-secret' },
      }),
    ]);
    const outcome = await row(id);
    if ((await logIn(email, nextPassword)).status === 200) expect(outcome.pending_email).toBeNull();
    else expect((await logIn(email, 'the-squatters-secret')).status).toBe(200);
  });
});
