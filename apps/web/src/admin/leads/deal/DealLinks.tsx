import type { CallReply } from '@tuneport/contract/index';
import { applicationMachine } from '@tuneport/domain/dealers/application-states';
import { dealerInviteMachine } from '@tuneport/domain/dealers/invite-states';
import { may } from '@tuneport/domain/identity/permissions';
import { orderMachine, orderNumber } from '@tuneport/domain/store/order-states';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { Deal } from './DealPage.tsx';
import css from './deal.module.css';
import { MakeDealer } from './MakeDealer.tsx';

type Links = CallReply<'GET /v1/admin/lead-engine/deals/:id/links'>;

/** The dealer that the deal became, and what its people did before: accounts, applications and orders. */
export function DealLinks({ deal }: { deal: Deal }) {
  const [links, setLinks] = useState<Links | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, version } = deal;
  const load = useCallback(
    () =>
      call('GET /v1/admin/lead-engine/deals/:id/links', { params: { id } }).then(
        (found) => {
          setLinks(found);
          setProblem(null);
        },
        (error: Error) => setProblem(error.message),
      ),
    [id],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contact or a won deal has other links
  useEffect(() => {
    void load();
  }, [load, version]);
  if (problem) return <ErrorState onRetry={() => void load()}>{problem}</ErrorState>;
  if (!links) return <Skeleton lines={4} label="Loading related records" />;
  return (
    <>
      <DealerCard deal={deal} dealer={links.dealer} application={links.application} onMade={load} />
      <Card>
        <Stack>
          <h2>Customer activity</h2>
          {links.accounts.length + links.applications.length + links.orders.length === 0 ? (
            <p>No account, application or order uses the e-mail addresses of these people.</p>
          ) : null}
          {links.accounts.map((account) => (
            <Row key={account.id} between>
              <TextLink to={`/admin/users/${account.id}`}>{account.name}</TextLink>
              <span className={css.quiet}>
                {account.last_seen_at ? (
                  <>
                    seen <DateText at={account.last_seen_at} show="relative" />
                  </>
                ) : (
                  'no recent visit'
                )}
              </span>
            </Row>
          ))}
          {links.applications.map((application) => (
            <Row key={application.id} between>
              <TextLink to={`/admin/${application.kind}/applications?open=${application.id}`}>
                Application: {application.name}
              </TextLink>
              <StateBadge machine={applicationMachine} state={application.state} />
            </Row>
          ))}
          {links.orders.map((order) => (
            <Row key={order.id} between>
              <span>
                <TextLink to={`/admin/orders/${order.id}`}>Order {orderNumber(order.id)}</TextLink>{' '}
                <StateBadge machine={orderMachine} state={order.state} />
              </span>
              <MoneyText money={order.total} />
            </Row>
          ))}
        </Stack>
      </Card>
    </>
  );
}

type DealerProps = {
  deal: Deal;
  dealer: Links['dealer'];
  application: Links['application'];
  onMade: () => Promise<void>;
};

function DealerCard({ deal, dealer, application, onMade }: DealerProps) {
  const [making, setMaking] = useState(false);
  const mayMake = may(factsOf(useUi()), 'dealers.admin');
  if (!dealer && !application && (deal.status !== 'won' || !mayMake)) return null;
  return (
    <Card>
      <Stack>
        <h2>Dealer</h2>
        {dealer ? (
          <>
            <Row between>
              <TextLink to={`/admin/dealers/${dealer.id}`}>{dealer.name}</TextLink>
              <span>{dealer.members === 1 ? '1 member' : `${dealer.members} members`}</span>
            </Row>
            {dealer.invite ? (
              <Row between>
                <span>Invitation to {dealer.invite.email}</span>
                <StateBadge machine={dealerInviteMachine} state={dealer.invite.state} />
              </Row>
            ) : null}
            {mayMake && deal.status === 'won' ? <InviteAgain dealer={dealer} onInvited={onMade} /> : null}
          </>
        ) : application ? (
          <>
            <Row between>
              <TextLink to={`/admin/dealer/applications?open=${application.id}`}>{application.name}</TextLink>
              <StateBadge machine={applicationMachine} state={application.state} />
            </Row>
            <p>These people applied to become a dealer. Approving the application creates the dealer account.</p>
          </>
        ) : (
          <>
            <p>Open a dealer account with terms from this deal and invite its manager.</p>
            <div>
              <Button onClick={() => setMaking(true)}>Create dealer</Button>
            </div>
          </>
        )}
      </Stack>
      {making ? (
        <MakeDealer
          deal={deal}
          onClose={() => setMaking(false)}
          onMade={async () => {
            setMaking(false);
            toast('Dealer created and invited.');
            await onMade();
          }}
        />
      ) : null}
    </Card>
  );
}

/** A dealer without members whose invitation was withdrawn or has expired is invited again. */
function InviteAgain({ dealer, onInvited }: { dealer: NonNullable<Links['dealer']>; onInvited: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const { invite } = dealer;
  if (dealer.members > 0 || !invite || invite.state === 'sent' || invite.state === 'accepted') return null;
  const send = async () => {
    setBusy(true);
    try {
      await call('POST /v1/dealers/:id/invites', {
        params: { id: dealer.id },
        body: { email: invite.email, kind: 'manager' },
        once: true,
      });
      toast(`${invite.email} was invited again.`);
      await onInvited();
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button busy={busy} onClick={() => void send()}>
        Invite again
      </Button>
    </div>
  );
}
