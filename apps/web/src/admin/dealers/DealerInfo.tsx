import {
  applicationMachine,
  applicationSentences,
  applicationStates,
} from '@tuneport/domain/dealers/application-states';
import { earningHoldDays, payoutAloneMaxMinor, payoutMinimumMinor } from '@tuneport/domain/ledger/earnings';
import { stateLabel } from '@tuneport/domain/states/machine';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { Card, Container, Row } from '../../ui/layout/Layout.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { amountText } from '../../ui/text/money-text.ts';
import { PageHead } from '../PageHead.tsx';
import css from '../partners/info.module.css';

export const meta = () => [{ title: pageTitle('Dealer information') }];

const amount = (minor: bigint) => amountText(String(minor / 100n));

/** The rules that apply to dealers, for staff who answer questions. */
export default function DealerInfo() {
  return (
    <Container width="full" className={css.page}>
      <PageHead
        crumbs={[{ label: 'Dealers', to: '/admin/dealers' }, { label: 'Information' }]}
        title="Dealer information"
      >
        <Row>
          <ButtonLink to="/admin/dealer/applications">Applications</ButtonLink>
          <ButtonLink to="/admin/payouts">Payouts</ButtonLink>
        </Row>
      </PageHead>
      <div className={css.cards}>
        <Card className={css.block}>
          <h2>Applications</h2>
          <p>Users apply at /new-dealer. Each state shows the applicant this sentence:</p>
          <KeyValue
            rows={applicationStates.map((state) => [
              stateLabel(applicationMachine, state),
              applicationSentences[state],
            ])}
          />
        </Card>
        <Card className={css.block}>
          <h2>After approval</h2>
          <KeyValue
            rows={[
              ['Manager', 'The applicant. Managers invite members; a dealer always has at least one manager.'],
              [
                'Billing',
                'Taken from the application. Without legal name, address and e-mail nothing is sold on account.',
              ],
              ['Credit limit', 'Set with the approval; a change needs a reason.'],
              ['Onboarding', 'Billing, address, tools, specializations, first member and first purchase.'],
            ]}
          />
        </Card>
        <Card className={css.block}>
          <h2>Earnings and payouts</h2>
          <KeyValue
            rows={[
              ['Install fees', `Held for ${earningHoldDays} days after delivery, then available.`],
              ['Minimum', `${amount(payoutMinimumMinor)} per payout, in its currency.`],
              ['Second person', `Payouts above ${amount(payoutAloneMaxMinor)} are approved by someone else.`],
              ['Netting', 'A payout can settle what the dealer owes instead of going to its bank.'],
            ]}
          />
        </Card>
      </div>
    </Container>
  );
}
