import { isLanguage } from '@tuneport/domain/text/languages';
import type { Db } from '../../../platform/db/db.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import type { Platform } from '../../../platform/platform.ts';
import { withLanguage } from '../../../platform/texts.ts';
import { purchaseInvoice, purchaseInvoicePdf, readPurchase } from '../../purchases/index.ts';
import { invoicePdf, readPersonalInvoice } from '../../store/index.ts';
import { creditNotePdf } from '../credit-notes/credit-note-pdf.ts';
import { listCreditNotesOf } from '../credit-notes/list-credit-notes.ts';
import { readPersonalCreditNote } from '../credit-notes/read-credit-note.ts';
import { listInvoicesOf } from './list-invoices.ts';

/**
 * Every invoice and credit note of a person's own orders and purchases in their language, rendered one at a time. A
 * dealer's invoices are not personal.
 */
export async function* ownInvoicePdfs(
  db: Db,
  platform: Platform,
  userId: number,
): AsyncGenerator<PdfFile & { issuedAt: Date }> {
  const owner = { userId, dealerIds: [] };
  const { language } = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const render = (act: () => Promise<PdfFile>) => withLanguage(isLanguage(language) ? language : 'en', act);
  for (let page = 1; ; page += 1) {
    const { data, page_count } = await listInvoicesOf(db, owner, page);
    for (const { sale, id, issued_at: issuedAt } of data) {
      const pdf = await render(async () =>
        sale === 'order'
          ? invoicePdf(await readPersonalInvoice(db, platform, userId, id))
          : purchaseInvoicePdf(
              await purchaseInvoice(db, platform, await readPurchase(db, id, { ...owner, staff: false })),
            ),
      );
      yield { ...pdf, issuedAt };
    }
    if (page >= page_count) break;
  }
  for (let page = 1; ; page += 1) {
    const { data, page_count } = await listCreditNotesOf(db, owner, page);
    for (const { id, issued_at: issuedAt } of data) {
      const pdf = await render(async () => creditNotePdf(await readPersonalCreditNote(db, platform, userId, id)));
      yield { ...pdf, issuedAt };
    }
    if (page >= page_count) return;
  }
}
