import type { CallReply } from '@tuneport/contract/index';

export type ProductList = CallReply<'GET /store/product'>;
export type ListedProduct = ProductList['data'][number];
export type Product = CallReply<'GET /store/product/:slug'>;
export type Availability = ListedProduct['availability'];
export type ProductImage = Product['images'][number];
