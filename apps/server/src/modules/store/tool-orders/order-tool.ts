import { type ToolOrderType, toolOrderNames, toolOrderProducts } from '@tuneport/domain/store/tool-order';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { type OrderInput, placeOrder } from '../orders/place-order.ts';
import type { Asker } from '../orders/price-cart.ts';
import { shelfOf } from '../products/product-cache.ts';

type ToolInput = Omit<OrderInput, 'entries'> & { readonly type: ToolOrderType; readonly quantity: number };

/** A tool by its name, with the first selection of each of its options; everything else is an order like any other. */
export async function orderTool(platform: Platform, asker: Asker, input: ToolInput, requestKey: string) {
  const { type, quantity, ...rest } = input;
  const product = (await shelfOf(platform, asker.region)).bySlug.get(toolOrderProducts[type]);
  if (!product) throw fieldRefusal({ type: [`${toolOrderNames[type]} is not sold in your region at the moment.`] });
  const options = product.options.flatMap(({ id, selections }) =>
    selections[0] ? [{ option: id, selection: selections[0].id }] : [],
  );
  const entries = [{ slug: product.slug, options, quantity }];
  return placeOrder(platform, asker, { ...rest, entries }, { kind: type, requestKey });
}
