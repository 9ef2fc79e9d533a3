import { type ToolOrderType, toolOrderNames, toolOrderProducts } from '@tuneport/domain/store/tool-order';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { type OrderInput, placeOrder } from '../orders/place-order.ts';
import type { PricingContext } from '../orders/price-cart.ts';
import { productListOf } from '../products/product-cache.ts';

type ToolInput = Omit<OrderInput, 'entries'> & { readonly type: ToolOrderType; readonly quantity: number };

/** Orders a tool by name with the first selection of each option; otherwise an ordinary order. */
export async function orderTool(platform: Platform, context: PricingContext, input: ToolInput, requestKey: string) {
  const { type, quantity, ...rest } = input;
  const product = (await productListOf(platform, context.region)).bySlug.get(toolOrderProducts[type]);
  if (!product) throw fieldRefusal({ type: [`${toolOrderNames[type]} is not sold in your region right now.`] });
  const options = product.options.flatMap(({ id, selections }) =>
    selections[0] ? [{ option: id, selection: selections[0].id }] : [],
  );
  const entries = [{ slug: product.slug, options, quantity }];
  return placeOrder(platform, context, { ...rest, entries }, { kind: type, requestKey });
}
