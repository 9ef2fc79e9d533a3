import type { invoices } from '@tuneport/contract/sales/invoices';
import { handlers } from '../../../platform/http/context.ts';
import { sendPdf } from '../../../platform/pdf/send-pdf.ts';
import { invoicePdf, readInvoiceByLink, readOwnInvoice } from '../../store/index.ts';
import { listInvoices } from './list-invoices.ts';

export const invoiceRoutes = handlers<typeof invoices>({
  'GET /order/:id/:token/invoice': ({ db, platform, actor, params }) =>
    readInvoiceByLink(db, platform, actor, params.id, params.token),
  'GET /invoices': ({ db, actor, query }) => listInvoices(db, actor, query.page),
  'GET /invoices/:id': ({ db, platform, actor, params, query }) =>
    readOwnInvoice(db, platform, actor, params.id, query.dealer),
  'GET /invoices/:id/pdf': async ({ db, platform, actor, params, query }) =>
    sendPdf(await invoicePdf(await readOwnInvoice(db, platform, actor, params.id, query.dealer))),
});
