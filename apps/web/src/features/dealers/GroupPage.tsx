import type { Call, CallReply } from '@tuneport/contract/index';
import { msg, plural, t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { DealerFrame } from './DealerFrame.tsx';
import css from './dealer.module.css';
import { type Dealer, loadDealer, type Params } from './load-dealer.ts';
import { OnboardingSteps } from './OnboardingSteps.tsx';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.slug ?? '' } };
  const [dealer, members, invites, steps] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/members', of),
    api('GET /v1/dealers/:id/invites', of),
    api('GET /v1/dealers/:id/onboarding-progress', of),
  ]);
  return { dealer, members, invites, steps };
}
type Member = CallReply<'GET /v1/dealers/:id/members'>[number];
type Invite = CallReply<'GET /v1/dealers/:id/invites'>[number];

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('People of {name}', { name: loaderData.dealer.name }) : t('Dealer')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

const kindLabels = { manager: msg('Manager'), member: msg('Member') } as const;
const kindOptions = () => [
  { value: 'member', label: t('Member: requests and orders') },
  { value: 'manager', label: t('Manager: also people, settings and money') },
];

export default function GroupPage() {
  const { dealer, members, invites, steps } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const me = useUser();
  const [editing, setEditing] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [withdrawing, setWithdrawing] = useState<Invite | null>(null);
  const id = dealer.id;
  return (
    <DealerFrame dealer={dealer} title={t('People')}>
      <OnboardingSteps dealer={dealer} steps={steps} />
      <Card className={css.block}>
        <h2>{plural(members.length, { one: '{count} member', other: '{count} members' })}</h2>
        <ul className={css.list}>
          {members.map((member) => (
            <li key={member.user_id}>
              <div className={css.who}>
                <span>
                  {member.name}
                  {member.user_id === me?.id ? ` ${t('(you)')}` : ''}
                </span>
                <span className={css.quiet}>
                  {rich('{email} · {role} since {date}', {
                    email: member.email,
                    role: t(kindLabels[member.kind]),
                    date: <DateText at={member.since} show="date" />,
                  })}
                </span>
                <span className={css.quiet}>
                  {member.spend_limit
                    ? rich('{spent} of {limit} charged this month', {
                        spent: <MoneyText money={member.spent} />,
                        limit: <MoneyText money={member.spend_limit} />,
                      })
                    : rich('{spent} charged this month', { spent: <MoneyText money={member.spent} /> })}
                </span>
                {member.order_limit ? (
                  <span className={css.quiet}>
                    {rich('{limit} for one purchase', { limit: <MoneyText money={member.order_limit} /> })}
                  </span>
                ) : null}
                {member.order_limit || member.spend_limit ? (
                  <span className={css.quiet}>
                    {member.needs_approval
                      ? t('Tune purchases above it need approval')
                      : t('Purchases above it are refused')}
                  </span>
                ) : null}
              </div>
              <Row>
                {dealer.may_manage ? (
                  <Button
                    size="small"
                    aria-label={t('Edit {name}', { name: member.name })}
                    onClick={() => setEditing(member)}
                  >
                    {t('Edit')}
                  </Button>
                ) : null}
                {dealer.may_manage || member.user_id === me?.id ? (
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={
                      member.user_id === me?.id ? t('Leave this dealer') : t('Remove {name}', { name: member.name })
                    }
                    onClick={() => setRemoving(member)}
                  >
                    {member.user_id === me?.id ? t('Leave') : t('Remove')}
                  </Button>
                ) : null}
              </Row>
            </li>
          ))}
        </ul>
      </Card>
      {dealer.may_manage ? <InviteForm dealer={dealer} /> : null}
      {invites.length > 0 ? (
        <Card className={css.block}>
          <h2>{t('Open invitations')}</h2>
          <ul className={css.list}>
            {invites.map((invite) => (
              <li key={invite.id}>
                <div className={css.who}>
                  <span>{invite.email}</span>
                  <span className={css.quiet}>
                    {rich('{role} · expires {date}', {
                      role: t(kindLabels[invite.kind]),
                      date: <DateText at={invite.expires_at} show="date" />,
                    })}
                  </span>
                </div>
                {dealer.may_manage ? (
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={t('Withdraw the invitation to {email}', { email: invite.email })}
                    onClick={() => setWithdrawing(invite)}
                  >
                    {t('Withdraw')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {editing ? <EditMember dealer={dealer} member={editing} onClose={() => setEditing(null)} /> : null}
      {removing ? (
        <ConfirmDialog
          open
          danger
          onClose={() => setRemoving(null)}
          title={
            removing.user_id === me?.id
              ? t('Leave {name}?', { name: dealer.name })
              : t('Remove {name}?', { name: removing.name })
          }
          confirmLabel={removing.user_id === me?.id ? t('Leave dealer') : t('Remove member')}
          onConfirm={async () => {
            if (removing.user_id === me?.id) {
              await call('DELETE /v1/dealers/:id/my-membership', { params: { id } });
              await refreshUi();
              await navigate('/profile/dealer-memberships');
              return;
            }
            await call('DELETE /v1/dealers/:id/members/:memberId', { params: { id, memberId: removing.user_id } });
            await revalidate();
            toast(t('{name} is no longer a member.', { name: removing.name }));
          }}
        >
          {removing.user_id === me?.id
            ? t('You lose access to this dealer immediately. A manager can invite you again.')
            : t('They lose access to this dealer immediately. What they ordered stays with the dealer.')}
        </ConfirmDialog>
      ) : null}
      {withdrawing ? (
        <ConfirmDialog
          open
          danger
          onClose={() => setWithdrawing(null)}
          title={t('Withdraw the invitation to {email}?', { email: withdrawing.email })}
          confirmLabel={t('Withdraw invitation')}
          onConfirm={async () => {
            await call('DELETE /v1/dealers/:id/invites/:inviteId', { params: { id, inviteId: withdrawing.id } });
            await revalidate();
            toast(t('Invitation withdrawn.'));
          }}
        >
          {t('Its link stops working immediately.')}
        </ConfirmDialog>
      ) : null}
    </DealerFrame>
  );
}

function InviteForm({ dealer }: { dealer: Dealer }) {
  const { revalidate } = useRevalidator();
  const [form, setForm] = useState(0);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const email = field('email');
    const kind = field('kind') === 'manager' ? 'manager' : 'member';
    await call('POST /v1/dealers/:id/invites', { params: { id: dealer.id }, body: { email, kind }, once: true });
    await revalidate();
    setForm((last) => last + 1);
    toast(t('Invitation sent to {email}.', { email }));
  });
  return (
    <Card className={css.block} id="invite">
      <h2>{t('Invite a colleague')}</h2>
      <p className={css.quiet}>{t('They join with the invited e-mail address. The link works once, for 14 days.')}</p>
      <form method="post" key={form} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <div className={css.two}>
          <TextField label={t('E-mail')} name="email" type="email" autoComplete="off" error={failure.errors.email} />
          <NativeSelect label={t('Role')} name="kind" options={kindOptions()} error={failure.errors.kind} />
        </div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Send invitation')}
        </Button>
      </form>
    </Card>
  );
}

function EditMember({ dealer, member, onClose }: { dealer: Dealer; member: Member; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const [kind, setKind] = useState(member.kind);
  const [limit, setLimit] = useState(member.spend_limit?.amount ?? '');
  const [orderLimit, setOrderLimit] = useState(member.order_limit?.amount ?? '');
  const [needsApproval, setNeedsApproval] = useState(member.needs_approval);
  const { busy, failure, run } = useSubmit(async () => {
    await call('PATCH /v1/dealers/:id/members/:memberId', {
      params: { id: dealer.id, memberId: member.user_id },
      body: { kind, spend_limit: limit, order_limit: orderLimit, needs_approval: needsApproval },
    });
    await revalidate();
    onClose();
    toast(t('Member saved.'));
  });
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={t('Edit {name}', { name: member.name })}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void run()}>
            {t('Save member')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <FormError message={failure.message} />
        <NativeSelect
          label={t('Role')}
          value={kind}
          options={kindOptions()}
          onChange={(event) => setKind(event.target.value === 'manager' ? 'manager' : 'member')}
          error={failure.errors.kind}
        />
        <TextField
          label={t('Spending limit per month ({currency})', { currency: dealer.currency })}
          optional
          inputMode="decimal"
          value={limit}
          hint={t('For purchases on account and from prepaid money. Leave blank for no limit.')}
          onChange={(event) => setLimit(event.target.value)}
          error={failure.errors.spend_limit}
        />
        <TextField
          label={t('Limit for one purchase ({currency})', { currency: dealer.currency })}
          optional
          inputMode="decimal"
          value={orderLimit}
          hint={t('Leave blank for no limit.')}
          onChange={(event) => setOrderLimit(event.target.value)}
          error={failure.errors.order_limit}
        />
        <Checkbox
          label={t('A manager can approve tune purchases above these limits')}
          hint={t('Otherwise they are refused. Store orders above a limit are always refused.')}
          checked={needsApproval}
          onChange={(event) => setNeedsApproval(event.currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}
