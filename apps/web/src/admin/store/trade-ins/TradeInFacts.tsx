import type { CallReply } from '@tuneport/contract/index';
import { tradeInConditionNames, tradeInSentence } from '@tuneport/domain/store/trade-in-states';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';

/** What the tool is, what was agreed about it, and who offers it. */
export function TradeInFacts({ request }: { request: CallReply<'GET /v1/admin/trade-in-requests/:id'> }) {
  return (
    <>
      <Card>
        <h2>The tool</h2>
        <KeyValue
          rows={[
            ['Serial number', request.serial],
            ['Condition', tradeInConditionNames[request.condition]],
            ['Note', request.note],
            ['Wants in exchange', request.wanted_product?.name ?? ''],
            ['Offer', request.offer ? <MoneyText key="offer" money={request.offer.value} /> : 'none yet'],
            [
              'Offer valid until',
              request.offer?.until ? <DateText key="until" at={request.offer.until} show="date" /> : '',
            ],
            [
              'Payout method',
              request.pay_as === null
                ? ''
                : request.pay_as === 'balance'
                  ? 'credit on the account'
                  : 'bank transfer, to be paid manually',
            ],
            [
              'Licence',
              request.licence_lock ? (
                <span key="licence">
                  Locked since <DateText at={request.licence_lock.locked_at} show="date" />.{' '}
                  {request.licence_lock.reason}
                </span>
              ) : (
                ''
              ),
            ],
            ['Parcel', request.tracking_number],
            ['Stocked as', [request.product?.name, request.location?.name].filter(Boolean).join(', ')],
          ]}
        />
      </Card>
      <Card>
        <h2>From</h2>
        <KeyValue
          rows={[
            ['Name', request.full_name],
            ['E-mail', request.email],
            ['Phone', request.phone],
            [
              'Account',
              request.user ? (
                <TextLink key="user" to={`/admin/users/${request.user.id}`} discover="none">
                  {request.user.name}
                </TextLink>
              ) : (
                'none yet'
              ),
            ],
            [
              'Dealer',
              request.dealer ? (
                <TextLink key="dealer" to={`/admin/dealers/${request.dealer.id}`} discover="none">
                  {request.dealer.name}
                </TextLink>
              ) : (
                ''
              ),
            ],
          ]}
        />
        <p>The customer sees: {tradeInSentence(request.state, request.pay_as)}</p>
      </Card>
    </>
  );
}
