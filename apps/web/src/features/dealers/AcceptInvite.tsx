import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useParams,
} from 'react-router';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { refusalOf } from '../../platform/api/refusal-of.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Card, Container } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from './dealer.module.css';
import type { Params } from './load-dealer.ts';
import { TierFacts } from './TierFacts.tsx';

type Shown =
  | { invite: CallReply<'GET /v1/dealers/:id/invites/:inviteId'>; problem: null }
  | { invite: null; problem: string };

/** A refused invitation is explained on the page instead of a general error page. */
async function load(api: Call, { slug = '', id = '' }: Params): Promise<Shown> {
  try {
    const invite = await api('GET /v1/dealers/:id/invites/:inviteId', { params: { id: slug, inviteId: id } });
    return { invite, problem: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null || refusal.status === 401 || refusal.status >= 500) throw error;
    return { invite: null, problem: refusal.message };
  }
}

export const meta = () => [{ title: pageTitle(t('Accept an invitation')) }];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function AcceptInvite() {
  const { invite, problem } = useLoaderData<typeof loader>();
  const { slug = '', id = '' } = useParams();
  const navigate = useNavigate();
  const user = useUser();
  const { busy, failure, run } = useSubmit(async () => {
    const member = await call('POST /v1/dealers/:id/invites/:inviteId/accept', { params: { id: slug, inviteId: id } });
    toast(t('You joined {name}.', { name: member.dealer.name }));
    await refreshUi();
    await navigate(`/dealer/${member.dealer.slug}/group`, { replace: true });
  });
  return (
    <Container width="narrow" className={css.invite}>
      <Card className={css.block}>
        {invite ? (
          <>
            <h1>{t('Join {name}', { name: invite.dealer.name })}</h1>
            <p>
              {invite.kind === 'manager'
                ? t(
                    'You are invited as a manager. You can then order and pay for this dealer, and manage its people and settings.',
                  )
                : t('You are invited as a member. You can then order and pay for this dealer.')}
            </p>
            {invite.terms ? <TierFacts tier={invite.terms.tier} creditLimit={invite.terms.credit_limit} /> : null}
            <p className={css.quiet}>
              {rich('For {email}, until {date}.', { email: invite.email, date: <DateText at={invite.expires_at} /> })}
            </p>
            <FormError message={failure.message} />
            <Button variant="primary" busy={busy} onClick={() => void run()}>
              {t('Accept invitation')}
            </Button>
          </>
        ) : (
          <>
            <h1>{t('This invitation cannot be used')}</h1>
            <p>{problem}</p>
            {user ? <p className={css.quiet}>{t('You are logged in as {email}.', { email: user.email })}</p> : null}
            <ButtonLink to="/profile/dealer-memberships">{t('My dealers')}</ButtonLink>
          </>
        )}
      </Card>
    </Container>
  );
}
