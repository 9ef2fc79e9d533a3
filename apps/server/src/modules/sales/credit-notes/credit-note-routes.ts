import type { creditNotes } from '@tuneport/contract/sales/credit-notes';
import { signedIn } from '../../../platform/actor.ts';
import { handlers } from '../../../platform/http/context.ts';
import { sendPdf } from '../../../platform/pdf/send-pdf.ts';
import { moneyOwnershipOf, ownDealer } from '../../dealers/index.ts';
import { creditNotePdf } from './credit-note-pdf.ts';
import { listCreditNotesOf } from './list-credit-notes.ts';
import { readCreditNoteByLink, readOwnCreditNote } from './read-credit-note.ts';

export const creditNoteRoutes = handlers<typeof creditNotes>({
  'GET /credit-notes': ({ db, actor, query }) => listCreditNotesOf(db, moneyOwnershipOf(signedIn(actor)), query.page),
  'GET /credit-notes/:id': ({ db, platform, actor, params }) => readOwnCreditNote(db, platform, actor, params.id),
  'GET /credit-notes/:id/pdf': async ({ db, platform, actor, params }) =>
    sendPdf(await creditNotePdf(await readOwnCreditNote(db, platform, actor, params.id))),
  'GET /credit-notes/:id/link/:token': ({ db, platform, actor, params }) =>
    readCreditNoteByLink(db, platform, actor, params.id, params.token),
  'GET /v1/dealers/:id/credit-notes': async ({ db, actor, params, query }) => {
    const dealer = await ownDealer(db, actor, params.id);
    return listCreditNotesOf(db, { userId: null, dealerIds: [dealer.id] }, query.page);
  },
});
