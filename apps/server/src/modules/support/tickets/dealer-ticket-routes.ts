import type { dealerTickets } from '@tuneport/contract/dealers/dealer-work';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { ownDealer } from '../../dealers/index.ts';
import { supportContextOf } from '../support-context.ts';
import { answersTo, openTicket } from './open-ticket.ts';
import { presentListed } from './present-ticket.ts';
import { listDealerTickets } from './ticket-queries.ts';

export const dealerTicketRoutes = handlers<typeof dealerTickets>({
  'GET /v1/dealers/:id/tickets': async ({ db, actor, params, query }) => {
    const page = await listDealerTickets(db, (await ownDealer(db, actor, params.id)).id, query.page);
    return {
      ...page,
      data: page.data.map(({ author, ...ticket }) => ({ ...presentListed(ticket), author: author ?? '' })),
    };
  },
  'POST /v1/dealers/:id/tickets': async ({ db, platform, actor, region, params, body, now }) => {
    const user = signedIn(actor);
    const dealer = await ownDealer(db, actor, params.id);
    if (!dealer.membership) throw new Refusal('not_found');
    const support = await supportContextOf({ db, platform, now });
    const email = await answersTo(support, actor, '');
    const { ticket } = await openTicket(support, {
      ...body,
      region,
      email,
      userId: user.userId,
      dealerId: dealer.id,
      uploads: [],
    });
    return { ...presentListed(ticket), author: user.name ?? '' };
  },
});
