import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigate,
  useParams,
} from 'react-router';
import { call, refreshUi, session } from '../../../platform/api/browser.ts';
import { formAction, type SentForm } from '../../../platform/api/form-action.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { callContext } from '../../../platform/contexts.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { RequestState } from '../request/request-labels.tsx';
import { addCars } from './add-cars.ts';
import css from './guest.module.css';

type Opened = CallReply<'GET /v1/guests/:id/:token'>;
type Link = { readonly id: string; readonly token: string };
type Params = Readonly<Record<string, string | undefined>>;

export const meta = () => [{ title: pageTitle(t('Your tune requests')) }, { name: 'robots', content: 'noindex' }];

const linkOf = ({ id = '', token = '' }: Params): Link => ({ id, token });
const load = (api: Call, params: Params) => api('GET /v1/guests/:id/:token', { params: linkOf(params) });
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    const link = linkOf(args.params);
    if (field('open') !== '') {
      await send('POST /auth/guest/session', { body: link });
      return redirect(field('open') === 'file' ? '/tuning' : '/tuning/requests', 303);
    }
    await send('POST /auth/guest/account', {
      body: { ...link, name: field('name'), password: field('password') },
    });
    return redirect('/tuning/requests', 303);
  });

/** What the mailed link of a guest opens: their requests, and the way to an account. */
export default function GuestPage() {
  const opened = useLoaderData<typeof loader>();
  const link = linkOf(useParams());
  const refused = useActionData<SentForm>();
  const user = useUser();
  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        <h1>{opened.data.length === 0 && opened.purchases.length > 0 ? t('Your tunes') : t('Your tune requests')}</h1>
        <p className={css.lead}>{t('You are a guest with the address {email}.', { email: opened.email })}</p>
      </header>
      <Purchases opened={opened} />
      {opened.data.length === 0 && opened.purchases.length > 0 ? null : <Requests opened={opened} />}
      {user === null ? (
        opened.purchases.length > 0 ? (
          <Open link={link} to="file" label={t('Send your file')} />
        ) : (
          <Open link={link} to="requests" label={t('Open my requests')} />
        )
      ) : null}
      {user !== null ? (
        <Claim link={link} />
      ) : opened.has_account ? (
        <LogIn />
      ) : (
        <CreateAccount link={link} opened={opened} refused={refused} />
      )}
      <p className={css.quiet}>
        {rich('This link works until {date}. Do not share it.', {
          date: <DateText at={opened.expires_at} show="date" />,
        })}
      </p>
    </Container>
  );
}

/** Paid tunes that wait for the file of the car. */
function Purchases({ opened: { purchases } }: { opened: Opened }) {
  if (purchases.length === 0) return null;
  return (
    <ul className={css.list}>
      {purchases.map((purchase) => (
        <li key={purchase.id} className={css.request}>
          <h2>{purchase.vehicle}</h2>
          <p>{t('Paid. Send us the file of this car, and your purchase pays for it.')}</p>
          <p className={css.quiet}>{[purchase.number, ...purchase.tunes].join(' · ')}</p>
        </li>
      ))}
    </ul>
  );
}

function Requests({ opened: { data } }: { opened: Opened }) {
  if (data.length === 0) return <EmptyState title={t('Files you send for tuning appear here.')} />;
  return (
    <ul className={css.list}>
      {data.map((request) => (
        <li key={request.id} className={css.request}>
          <h2>{request.vehicle || t('Tune request')}</h2>
          <RequestState state={request.state} money={request.money} />
          <p>{request.sentence}</p>
          <p className={css.quiet}>
            {[request.number, ...request.tunes].join(' · ')} · <DateText at={request.created_at} show="date" />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A guest session on this device. */
function Open({ link, to, label }: { link: Link; to: 'file' | 'requests'; label: string }) {
  const navigate = useNavigate();
  const { busy, failure, onSubmit } = useSubmit(async () => {
    await call('POST /auth/guest/session', { body: link });
    await refreshUi();
    await navigate(to === 'file' ? '/tuning' : '/tuning/requests');
  });
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <FormError message={failure.message} />
      <Button type="submit" variant={to === 'file' ? 'primary' : undefined} name="open" value={to} busy={busy}>
        {label}
      </Button>
    </form>
  );
}

type AccountProps = { link: Link; opened: Opened; refused: SentForm | undefined };

function CreateAccount({ link, opened, refused }: AccountProps) {
  const navigate = useNavigate();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { ...link, name: field('name'), password: field('password') };
    session.login(await call('POST /auth/guest/account', { body }));
    await refreshUi();
    await addCars(opened.data.filter(({ money }) => money === 'paid').map(({ id }) => id));
    toast(t('Your account is ready.'));
    await navigate('/garage');
  }, refused);
  return (
    <section className={css.block} aria-labelledby="guest-account">
      <h2 id="guest-account">{t('Create an account')}</h2>
      <p>{t('Choose a password to keep your requests, files and invoices in one place.')}</p>
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.message} />
        <TextField
          label={t('Name')}
          name="name"
          autoComplete="name"
          defaultValue={refused?.values.name}
          required
          error={failure.errors.name}
        />
        <input type="hidden" name="email" autoComplete="username" value={opened.email} />
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="new-password"
          required
          hint={t('At least 10 characters. A short sentence makes a strong password.')}
          error={failure.errors.password}
        />
        <div>
          <Button type="submit" variant={opened.purchases.length > 0 ? undefined : 'primary'} busy={busy}>
            {t('Create account')}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Only the owner of the address has the link, so only they read that there is an account. */
function LogIn() {
  const login = useLoginLink();
  return (
    <section className={css.block} aria-labelledby="guest-login">
      <h2 id="guest-login">{t('You already have an account')}</h2>
      <p>{t('Log in, and you can add these requests to your account.')}</p>
      <div>
        <ButtonLink variant="primary" {...login}>
          {t('Log in')}
        </ButtonLink>
      </div>
    </section>
  );
}

function Claim({ link }: { link: Link }) {
  const navigate = useNavigate();
  const { busy, failure, run } = useSubmit(async () => {
    await call('POST /v1/guests/:id/claim', { params: { id: link.id }, body: { token: link.token } });
    toast(t('The requests are in your account.'));
    await navigate('/tuning/requests');
  });
  return (
    <section className={css.block} aria-labelledby="guest-claim">
      <h2 id="guest-claim">{t('Add to your account')}</h2>
      <p>{t('You sent these requests as a guest. Add them to the account you are logged in to.')}</p>
      <FormError message={failure.message} />
      <div>
        <Button variant="primary" busy={busy} onClick={() => void run()}>
          {t('Add to my account')}
        </Button>
      </div>
    </section>
  );
}
