import { roleName } from '@tuneport/domain/identity/permissions';
import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { deviceName } from '../../features/account/device-name.ts';
import { FreshLoginHost } from '../../features/account/FreshLoginDialog.tsx';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { pageTitle } from '../../shell/title.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { StateActions, type StateStep } from '../../ui/controls/StateActions.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import { Card, Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { PageHead } from '../PageHead.tsx';
import { type Overview, OverviewFigures } from '../record/OverviewFigures.tsx';
import { Sectioned } from '../record/RecordFrame.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { RelatedList } from '../record/RelatedList.tsx';
import { RecordTimeline } from '../record/timeline/RecordTimeline.tsx';
import { useSave } from '../record/useSave.ts';
import css from './identity-admin.module.css';
import { UserState } from './UsersPage.tsx';
import { flagFields, grantOf, rightsFields, shownRights, type UserRecord } from './user-rights.ts';

export const meta = ({ loaderData }: { loaderData?: UserRecord }) => [{ title: pageTitle(loaderData?.name ?? 'User') }];

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = Number(params.id);
  const [user, overview] = await Promise.all([
    call('GET /v1/admin/users/:id', { params: { id } }),
    call('GET /v1/admin/records/:kind/:id/overview', { params: { kind: 'user', id } }),
  ]);
  return { ...user, overview };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Container width="full" className={css.page}>
      <Skeleton lines={12} label="Loading the user" />
    </Container>
  );
}

type Verb = 'ban' | 'unban' | 'end_sessions' | 'remove_factors';

const steps: readonly StateStep<Verb>[] = [
  {
    verb: 'end_sessions',
    label: 'Sign out everywhere',
    confirm: 'This user will have to log in again on every device.',
  },
  {
    verb: 'remove_factors',
    label: 'Remove second factor',
    danger: true,
    confirm:
      'Removes passkeys, authenticator app, recovery codes and single sign-on, and signs the user out everywhere. Verify first that the owner is asking. We inform them by e-mail.',
    reason: { label: 'How you verified the owner', required: true },
  },
  {
    verb: 'ban',
    label: 'Ban user',
    danger: true,
    confirm: 'The user is signed out everywhere and cannot log in until the ban is lifted.',
    reason: { label: 'Reason', required: true },
  },
  {
    verb: 'unban',
    label: 'Lift ban',
    confirm: 'The user can log in again immediately.',
    reason: { label: 'Reason', required: true },
  },
];

export default function UserPage() {
  const { overview, ...loaded } = useLoaderData<typeof clientLoader>();
  return <UserRecordPage key={loaded.id} loaded={loaded} overview={overview} />;
}

function UserRecordPage({ loaded, overview }: { loaded: UserRecord; overview: Overview }) {
  const [user, setUser] = useState(loaded);
  const params = { id: user.id };
  const of = { kind: 'user', id: user.id } as const;
  const act = async (verb: Verb, reason: string) => {
    if (verb === 'end_sessions') {
      const { ended } = await call('POST /v1/admin/users/:id/end-sessions', { params });
      toast(ended === 1 ? 'Signed out of one device.' : `Signed out of ${ended} devices.`);
      setUser(await call('GET /v1/admin/users/:id', { params }));
      return;
    }
    if (verb === 'remove_factors') {
      const key = 'POST /v1/admin/users/:id/remove-factors';
      setUser(await withFreshLogin(() => call(key, { params, body: { reason } })));
      toast('Second factor removed.');
      return;
    }
    const key = verb === 'ban' ? 'POST /v1/admin/users/:id/ban' : 'POST /v1/admin/users/:id/unban';
    setUser(await call(key, { params, body: { reason } }));
    toast(verb === 'ban' ? 'User banned.' : 'Ban lifted.');
  };
  return (
    <Container width="full" className={css.page}>
      <PageHead
        crumbs={[{ label: 'Users', to: '/admin/users' }, { label: user.name }]}
        title={user.name}
        about={
          <>
            <UserState user={user} /> · {user.email}
          </>
        }
      >
        <StateActions steps={steps} can={user.can} run={act} />
      </PageHead>
      {user.banned ? (
        <Notice tone="bad" title="This user is banned.">
          {user.ban_reason ?? 'No reason given.'}
        </Notice>
      ) : null}
      {user.deletion_due_at ? (
        <Notice tone="careful" title="This user asked us to delete the account.">
          It will be deleted on <DateText at={user.deletion_due_at} show="date" /> unless the user cancels. The audit
          log has the request.
        </Notice>
      ) : null}
      {user.deleted_at ? (
        <Notice title="This account is deleted.">
          Its personal data was removed on <DateText at={user.deleted_at} show="date" />. Orders, invoices and ledger
          entries remain.
        </Notice>
      ) : null}
      <OverviewFigures figures={overview.figures} />
      <Sectioned>
        <RecordTabs
          label={user.name}
          tabs={[
            {
              id: 'activity',
              label: 'Activity',
              keep: true,
              content: () => (
                <div className={css.record}>
                  <Card>
                    <RecordTimeline of={of} since={user.updated_at} />
                  </Card>
                  <Side user={user} />
                </div>
              ),
            },
            ...overview.lists.map(({ list, label, count }) => ({
              id: list,
              label,
              count,
              content: () => (
                <RelatedList
                  of={of}
                  list={list}
                  label={label}
                  {...(list === 'devices' ? { title: (row) => deviceName(row.title), when: 'Last seen' } : {})}
                />
              ),
            })),
            {
              id: 'rights',
              label: 'Role and rights',
              keep: true,
              content: () => <Rights key={user.updated_at} user={user} onSaved={setUser} />,
            },
          ]}
        />
      </Sectioned>
      <FreshLoginHost />
    </Container>
  );
}

function Rights({ user, onSaved }: { user: UserRecord; onSaved: (user: UserRecord) => void }) {
  const shown = shownRights(user);
  const { save, saved } = useSave(shown.values, shownRights, (values, known, readAt) =>
    call('PATCH /v1/admin/users/:id', { params: { id: user.id }, body: grantOf(known, values), readAt }),
  );
  return (
    <Card>
      <DetailForm
        fields={rightsFields}
        {...shown}
        readOnly={!user.can.grant}
        saveLabel="Save rights"
        save={(values, readAt) => save(values, readAt)}
        onSaved={() => saved.current && onSaved(saved.current as UserRecord)}
      >
        {(form) => (
          <div className={css.rights}>
            <h2>Role and rights</h2>
            {user.can.grant ? (
              <Notice>Saving signs this user out everywhere, so the new rights apply immediately.</Notice>
            ) : (
              <Notice>Only a SuperAdmin can change these, and no one can change their own.</Notice>
            )}
            <div className={css.role}>{form.input('role')}</div>
            <div className={css.switches}>
              {flagFields.map((name) => (
                <div key={name}>{form.input(name)}</div>
              ))}
            </div>
          </div>
        )}
      </DetailForm>
    </Card>
  );
}

function Side({ user }: { user: UserRecord }) {
  const memberships: readonly (readonly [string, UserRecord['dealers']])[] = [
    ['Dealer', user.dealers],
    ['Tuner', user.tuners],
    ['Affiliate', user.affiliates],
  ];
  const all = memberships.flatMap(([of, list]) => list.map((one) => ({ of, ...one })));
  return (
    <div className={css.side}>
      <Card>
        <h2>Account</h2>
        <KeyValue
          rows={[
            ['ID', user.id],
            ['Role', roleName(user.role)],
            ['E-mail', user.email_confirmed ? 'Confirmed' : 'Not confirmed'],
            ...(user.pending_email ? [['New e-mail (not confirmed)', user.pending_email] as const] : []),
            ['Second factor', user.second_factor ? 'Yes' : 'No'],
            ['Active sessions', user.sessions],
            ['Active API keys', user.api_keys],
            ['Display currency', user.preferred_display_currency ?? 'Site currency'],
            ['Registered', <DateText key="since" at={user.created_at} show="date" />],
            ['Last seen', seen(user.last_seen_at)],
          ]}
        />
      </Card>
      <Card>
        <h2>Memberships</h2>
        {all.length === 0 ? (
          <p className={css.quiet}>Not a member of any dealer, tuner or affiliate.</p>
        ) : (
          <ul className={css.members}>
            {all.map((one) => (
              <li key={`${one.of}-${one.id}`}>
                <TextLink to={`/admin/${one.of.toLowerCase()}s/${one.id}`} discover="none">
                  {one.name}
                </TextLink>{' '}
                <span className={css.quiet}>
                  · {one.of}
                  {one.kind === 'manager' ? ', manager' : ''}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <TextLink to={`/admin/audit?search=user%20${user.id}`} discover="none">
        Changes to this user
      </TextLink>
      <TextLink to={`/admin/audit?actor_id=${user.id}`} discover="none">
        Everything this user did
      </TextLink>
    </div>
  );
}

const seen = (at: string | null): ReactNode => (at ? <DateText at={at} show="both" /> : 'Never');
