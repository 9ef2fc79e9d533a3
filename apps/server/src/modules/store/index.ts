export { type BuyerView, buyerView } from './products/buyer-view.ts';
export { type KeptProduct, type Shelf, shelfOf } from './products/kept-products.ts';
export { storeProductAdminRoutes } from './products/product-admin-routes.ts';
export { storeProductRoutes } from './products/product-routes.ts';
export { createProduct } from './products/save-product.ts';
export { type Allocation, allocateStock, settleStock } from './stock/allocate-stock.ts';
export { bookMovement } from './stock/book-movement.ts';
export { type LackingLine, lackingLines } from './stock/out-of-stock.ts';
export { stockAdminRoutes } from './stock/stock-routes.ts';
