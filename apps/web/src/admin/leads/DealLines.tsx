import type { CallReply } from '@tuneport/contract/index';
import { leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { TextLink } from '../../ui/controls/Button.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Card, Stack } from '../../ui/layout/Layout.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import css from './leads.module.css';

type Line = CallReply<'GET /v1/admin/lead-engine/contacts/:id'>['deals'][number];

export function DealLines({ deals, empty }: { deals: readonly Line[]; empty: string }) {
  return (
    <Card>
      <Stack>
        <h2>Deals</h2>
        {deals.length === 0 ? <p>{empty}</p> : null}
        <ul className={css.dealLines}>
          {deals.map((deal) => (
            <li key={deal.id}>
              <span>
                <TextLink to={`/admin/lead-engine/deals/${deal.id}`}>{deal.title}</TextLink>
                {deal.status === 'open' ? ` · ${deal.stage}` : ''}
              </span>
              <StateBadge machine={leadDealMachine} state={deal.status} />
              <MoneyText money={deal.value} />
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  );
}
