import type { storeProducts } from '@tuneport/contract/store/store-products';
import { type Context, handlers } from '../../../platform/http/context.ts';
import { browseProducts, showProduct } from './browse-products.ts';
import { buyerView } from './buyer-view.ts';
import { sendImage } from './send-image.ts';

const viewOf = ({ platform, actor, region, now, chosenCurrency }: Context, currency: string | undefined) =>
  buyerView(platform, { actor, region, now, currency: currency ?? chosenCurrency });

export const storeProductRoutes = handlers<typeof storeProducts>({
  'GET /store/product': async (context) =>
    browseProducts(context.platform, await viewOf(context, context.query.currency), context.query),
  'GET /store/product/:slug': async (context) =>
    showProduct(context.platform, await viewOf(context, context.query.currency), context.params.slug),
  'GET /store/product-images/:id/:width': ({ db, platform, params }) =>
    sendImage(db, platform.files, params.id, params.width),
});
