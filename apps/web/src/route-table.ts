import { type AccessRule, permissions } from '@tuneport/domain/identity/permissions';
import { reportRights } from '@tuneport/domain/site/report-periods';

// Every page of the product, one line each: its path, who may open it and its layout. `file` is the module that renders
// it (from src/); a line without one is a redirect. An R number is the row of the specification's
// route list; X are pages we added.

export type Layout = 'default' | 'blank';

type RouteMark =
  /** No contact widget. */
  | 'contactless'
  /** Of the people the guard lets in, only those the record belongs to; the call behind the page decides. */
  | 'owner-only'
  /**
   * The secret in the path replaces a login: never cached, indexed, sent as a referrer, stored in a figure or shown to a
   * tracker. A row with this mark is in domain/site/secret-paths, too.
   */
  | 'token-link'
  /** :id must be a number, anything else is not found. */
  | 'numeric-id'
  /** Tells the tag handler first, then refreshes the global state, then redirects. */
  | 'tag-handler'
  | 'category';

export type SiteFlag = 'www_immo_off' | 'www_kit_builder';

export type RouteRow = {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly area: string;
  readonly kind: 'page' | 'static' | 'print' | 'redirect';
  readonly layout: Layout;
  /** Any one of these rules grants access; null is public. */
  readonly guard: readonly AccessRule[] | null;
  /** Also open to a visitor with a guest session; the calls behind the page show only what is theirs. */
  readonly guest: boolean;
  readonly marks: readonly RouteMark[];
  readonly name: string | null;
  readonly redirect: string | null;
  /**
   * A make/year/model/engine/transmission path, matched as one splat and parsed by
   * domain/catalog/vehicles/vehicle-path.
   */
  readonly vehicle: boolean;
  readonly hiddenWhen: SiteFlag | null;
  readonly shownWhen: SiteFlag | null;
  readonly file: string | null;
};

type Extra = {
  kind?: 'static' | 'print';
  layout?: Layout;
  guard?: AccessRule | readonly AccessRule[] | null;
  guest?: true;
  marks?: readonly RouteMark[];
  name?: string;
  redirect?: string;
  vehicle?: true;
  hiddenWhen?: SiteFlag;
  shownWhen?: SiteFlag;
  file?: string;
};
type Line = readonly [id: string, path: string, title: string, extra?: Extra];

function group(shared: Extra & { area: string }, lines: readonly Line[]): RouteRow[] {
  return lines.map(([id, path, title, extra]) => {
    const fields = { ...shared, ...extra };
    const guard = fields.guard ?? null;
    return {
      id,
      path,
      title,
      area: shared.area,
      kind: fields.redirect === undefined ? (fields.kind ?? 'page') : 'redirect',
      layout: fields.layout ?? 'default',
      guard: typeof guard === 'string' ? [guard] : guard,
      guest: fields.guest ?? false,
      marks: fields.marks ?? [],
      name: fields.name ?? null,
      redirect: fields.redirect ?? null,
      vehicle: fields.vehicle ?? false,
      hiddenWhen: fields.hiddenWhen ?? null,
      shownWhen: fields.shownWhen ?? null,
      file: fields.file ?? null,
    };
  });
}

// biome-ignore format: one line is one route
export const routeTable: readonly RouteRow[] = [
  ...group({ area: 'shell' }, [
    ['R001', '*', 'Page not found', { file: 'shell/pages/NotFound.tsx' }],
    ['R002', '/page-not-found', 'Page not found', { file: 'shell/pages/NotFound.tsx' }],
    ['R003', '/forbidden', 'No access', { file: 'shell/pages/Forbidden.tsx' }],
    ['R027', '/tune/:tag', 'Tracking tag', { redirect: '/', marks: ['tag-handler'] }],
    ['R028', '/tunes/:tag', 'Tracking tag', { redirect: '/', marks: ['tag-handler'] }],
    ['R029', '/buy/:tag', 'Tracking tag', { redirect: '/', marks: ['tag-handler'] }],
    ['R030', '/shop/:tag', 'Tracking tag', { redirect: '/', marks: ['tag-handler'] }],
    ['R222', '/cookie-preferences', 'Cookie preferences', { file: 'shell/consent/CookiePreferences.tsx' }],
  ]),
  ...group({ area: 'auth' }, [
    ['R004', '/auth/error', 'Login failed', { layout: 'blank', file: 'features/identity/AuthError.tsx' }],
    ['R005', '/auth/success', 'Logging in', { layout: 'blank', file: 'features/identity/AuthSuccess.tsx' }],
    ['R006', '/auth/login', 'Log in', { layout: 'blank', file: 'features/identity/Login.tsx' }],
    ['R007', '/auth/register', 'Create an account', { layout: 'blank', file: 'features/identity/Register.tsx' }],
    ['R008', '/auth/forgot-password', 'Forgot password', { layout: 'blank', file: 'features/identity/ForgotPassword.tsx' }],
    ['R009', '/auth/reset-password/:token', 'New password', { layout: 'blank', marks: ['token-link'], file: 'features/identity/ResetPassword.tsx' }],
    ['X01', '/auth/confirm-email/:token', 'Confirm your e-mail', { layout: 'blank', marks: ['token-link'], file: 'features/identity/ConfirmEmail.tsx' }],
    ['X94', '/auth/secure-account/:token', 'Secure your account', { layout: 'blank', marks: ['token-link'], file: 'features/identity/SecureAccount.tsx' }],
    ['X95', '/auth/reauthenticated', 'Confirmed', { layout: 'blank', file: 'features/identity/Reauthenticated.tsx' }],
  ]),
  ...group({ area: 'account' }, [
    ['R238', '/profile', 'My profile', { guard: 'user', file: 'features/account/Profile.tsx' }],
    ['X182', '/notifications', 'Notifications', { guard: 'user', file: 'features/account/notifications/NotificationsPage.tsx' }],
    ['R239', '/profile/credits', 'My credits', { guard: 'user', file: 'pages/MyCredits.tsx' }],
    ['R240', '/profile/dealer-memberships', 'My dealers', { guard: 'user', file: 'features/account/DealerMemberships.tsx' }],
    ['R241', '/profile/orders', 'My orders', { guard: 'user', file: 'pages/MyOrders.tsx' }],
    ['X60', '/profile/purchases', 'My tunes', { guard: 'user', file: 'pages/MyPurchases.tsx' }],
    ['X61', '/profile/purchases/:id/:token/invoice', 'Invoice', { kind: 'print', layout: 'blank', marks: ['token-link'], file: 'features/purchases/PurchaseInvoicePage.tsx' }],
    ['X62', '/profile/purchases/:id/snapshot', 'Purchase snapshot', { kind: 'print', layout: 'blank', guard: ['user', 'admin'], marks: ['owner-only'], file: 'features/purchases/PurchaseSnapshotPage.tsx' }],
    ['X99', '/profile/balance', 'Prepaid balance', { guard: 'user', file: 'pages/MyBalance.tsx' }],
    ['X05', '/profile/security', 'Security', { guard: 'user', file: 'features/account/Security.tsx' }],
    ['X157', '/profile/api-keys', 'API keys', { guard: 'user', file: 'features/account/ApiKeys.tsx' }],
    ['X158', '/profile/api-reference', 'API reference', { guard: 'user', file: 'features/account/ApiReference.tsx' }],
    ['X159', '/profile/webhooks', 'Webhooks', { guard: 'user', file: 'features/account/webhooks/Webhooks.tsx' }],
    ['X160', '/profile/webhooks/:id', 'Webhook', { guard: 'user', marks: ['owner-only'], file: 'features/account/webhooks/WebhookPage.tsx' }],
    ['X156', '/profile/data', 'Your data', { guard: 'user', file: 'features/account/YourData.tsx' }],
    ['X69', '/profile/addresses', 'My addresses', { guard: 'user', file: 'features/account/Addresses.tsx' }],
    ['X76', '/profile/rentals', 'My rentals', { guard: 'user', file: 'pages/MyRentals.tsx' }],
    ['X70', '/profile/tool-orders', 'My tool orders', { guard: 'user', file: 'pages/ToolOrders.tsx' }],
    ['R242', '/profile/orders/:id/:token/invoice', 'Invoice', { kind: 'print', layout: 'blank', marks: ['token-link'], file: 'features/store/orders/InvoicePage.tsx' }],
    ['X168', '/profile/credit-notes/:id', 'Credit note', { kind: 'print', layout: 'blank', guard: ['user', 'admin'], marks: ['owner-only'], file: 'features/store/orders/CreditNotePage.tsx' }],
    ['X170', '/profile/credit-notes/:id/:token', 'Credit note', { kind: 'print', layout: 'blank', marks: ['token-link'], file: 'features/store/orders/LinkedCreditNotePage.tsx' }],
    ['X177', '/profile/orders/:id/pay', 'Pay for an order', { guard: 'user', marks: ['owner-only', 'numeric-id'], file: 'pages/PayOrderPage.tsx' }],
    ['R243', '/profile/:id/snapshot', 'Order snapshot', { kind: 'print', layout: 'blank', guard: ['user', 'admin'], marks: ['owner-only'], file: 'features/store/orders/SnapshotPage.tsx' }],
    ['R244', '/profile/orders/:id/snapshot', 'Order snapshot', { redirect: '/profile/:id/snapshot', guard: ['user', 'admin'], marks: ['owner-only'] }],
    ['X116', '/garage', 'My garage', { guard: 'user', file: 'pages/garage/GaragePage.tsx' }],
    ['X166', '/garage/:id', 'Vehicle passport', { guard: 'user', marks: ['owner-only', 'numeric-id'], file: 'pages/garage/PassportPage.tsx' }],
    ['X167', '/passport/:token', 'Shared vehicle passport', { marks: ['token-link'], file: 'pages/garage/SharedPassportPage.tsx' }],
    ['R256', '/beta', 'Beta programs', { file: 'pages/beta/BetaPage.tsx' }],
    ['R257', '/beta/:id', 'Beta program', { file: 'pages/beta/BetaProgramPage.tsx' }],
  ]),
  ...group({ area: 'content' }, [
    ['R010', '/bitbox', 'BitBox', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R011', '/careers', 'Careers', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R012', '/dsg-tuning', 'DSG tuning', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R013', '/dsg-tuning-byteshooter', 'DSG tuning with ByteShooter', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R014', '/dsg-tuning-kessv2', 'DSG tuning with KESSv2', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R015', '/ecu-protocol-selection-common-north-american-cars', 'ECU protocols of common North American cars', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R016', '/disclaimer', 'Disclaimer', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R017', '/fz', 'FlashZilla tools', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R018', '/fzm', 'FlashZilla M', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R019', '/loaner-tools', 'Loaner tools', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R020', '/mailform', 'Mail-in form', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R021', '/pcmflash', 'PCMflash', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R022', '/rentaltools', 'Rental tools', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R023', '/tesla', 'Tesla', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R024', '/ecusocketing', 'ECU socketing', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R025', '/chipprogramming', 'Chip programming', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R026', '/vag-com-vcds-logging-guide', 'VCDS logging guide', { kind: 'static', file: 'pages/ContentPage.tsx' }],
    ['R032', '/ktag', 'KTAG', { redirect: '/kess' }],
    ['R033', '/dealer-blog', 'Dealer blog', { redirect: '/blog' }],
    ['R034', '/dealer-blog/:id/:slug', 'Dealer blog post', { redirect: '/blog/:id/:slug' }],
    ['R035', '/dealer-blog/*', 'Dealer blog', { redirect: '/blog' }],
    ['R217', '/', 'Home', { file: 'pages/Home.tsx' }],
    ['R218', '/branding', 'Branding', { file: 'pages/ContentPage.tsx' }],
    ['R220', '/cmd', 'CMDflash', { file: 'features/store/tools/ToolPage.tsx' }],
    ['R221', '/contact-us', 'Contact us', { file: 'pages/ContactPage.tsx' }],
    ['R225', '/faq', 'FAQ', { file: 'pages/ContentPage.tsx' }],
    ['R226', '/flashzilla', 'FlashZilla', { file: 'features/store/tools/ToolPage.tsx' }],
    ['R227', '/flex', 'Flex', { file: 'features/store/tools/ToolPage.tsx' }],
    ['R228', '/fzpro', 'FlashZilla Pro', { file: 'features/store/tools/ToolPage.tsx' }],
    ['R229', '/kess', 'KESS', { file: 'features/store/tools/ToolPage.tsx' }],
    ['R232', '/privacy-policy', 'Privacy policy', { file: 'pages/ContentPage.tsx' }],
    ['R233', '/terms-of-service', 'Terms of service', { file: 'pages/ContentPage.tsx' }],
    ['R234', '/tools/unit-converter', 'Unit converter', { file: 'features/units/UnitConverter.tsx' }],
    ['R236', '/staff/:slug', 'Staff member', { file: 'features/content/StaffPage.tsx' }],
    ['R247', '/newsletter/:slug', 'Newsletter', { file: 'features/content/NewsletterPage.tsx' }],
    ['R248', '/mail/unsubscribed/dealer-blog-posts', 'Unsubscribed', { file: 'features/content/DealerPostsUnsubscribed.tsx' }],
    ['R249', '/fz/guide', 'FlashZilla guide', { file: 'features/support/FzGuide.tsx' }],
    ['R253', '/blog', 'Blog', { file: 'features/content/BlogPage.tsx' }],
    ['R254', '/blog/by-author/:slug', 'Posts by an author', { file: 'features/content/BlogPage.tsx' }],
    ['R255', '/blog/:id/:slug', 'Blog post', { file: 'features/content/PostPage.tsx' }],
  ]),
  ...group({ area: 'catalog' }, [
    ['R031', '/ecu-tuning', 'ECU tuning', { redirect: '/catalog' }],
    ['R041', '/catalog/:make?/:year?/:model?/:engine?/:transmission?/add-on-tunes', 'Vehicle with add-on tunes', { redirect: '/catalog/:make?/:year?/:model?/:engine?/:transmission?', vehicle: true }],
    ['R042', '/catalog', 'Catalogue', { name: 'Catalog', file: 'features/catalog/picker/CatalogPage.tsx' }],
    ['R043', '/catalog/all-tunes', 'All tunes', { file: 'features/catalog/lists/AllTunes.tsx' }],
    ['R044', '/catalog/engine', 'Engine tuning', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R045', '/catalog/turbo', 'Turbo tuning', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R046', '/catalog/performance', 'Performance tuning', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R047', '/catalog/eco', 'Eco tuning', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R048', '/catalog/tcu', 'Transmission tuning', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R049', '/catalog/stage-1', 'Stage 1 tunes', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R050', '/catalog/stage-2', 'Stage 2 tunes', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R051', '/catalog/stage-3', 'Stage 3 tunes', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R052', '/catalog/stage-4', 'Stage 4 tunes', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R053', '/catalog/diesel-tuning', 'Diesel tuning', { marks: ['category'], file: 'features/catalog/lists/CategoryPage.tsx' }],
    ['R054', '/catalog/engine-tuning', 'Engine tuning', { redirect: '/catalog/engine', marks: ['category'] }],
    ['R055', '/catalog/turbo-tuning', 'Turbo tuning', { redirect: '/catalog/turbo', marks: ['category'] }],
    ['R056', '/catalog/performance-tuning', 'Performance tuning', { redirect: '/catalog/performance', marks: ['category'] }],
    ['R057', '/catalog/eco-tuning', 'Eco tuning', { redirect: '/catalog/eco', marks: ['category'] }],
    ['R058', '/catalog/tcu-tuning', 'Transmission tuning', { redirect: '/catalog/tcu', marks: ['category'] }],
    ['R059', '/catalog/stage-1-tuning', 'Stage 1 tuning', { redirect: '/catalog/stage-1', marks: ['category'] }],
    ['R060', '/catalog/stage-2-tuning', 'Stage 2 tuning', { redirect: '/catalog/stage-2', marks: ['category'] }],
    ['R061', '/catalog/stage-3-tuning', 'Stage 3 tuning', { redirect: '/catalog/stage-3', marks: ['category'] }],
    ['R062', '/catalog/stage-4-tuning', 'Stage 4 tuning', { redirect: '/catalog/stage-4', marks: ['category'] }],
    ['R063', '/catalog/diesel', 'Diesel tuning', { redirect: '/catalog/diesel-tuning', marks: ['category'] }],
    ['R064', '/catalog/:make?/:year?/:model?/:engine?/:transmission?', 'Vehicle', { vehicle: true, file: 'features/catalog/vehicle/VehiclePage.tsx' }],
    ['R065', '/guide/:make?/:year?/:model?/:engine?/:transmission?', 'Tuning guide', { vehicle: true, file: 'features/catalog/picker/GuidePage.tsx' }],
    ['R237', '/purchase/catalog', 'Buy tunes', { file: 'pages/PurchasePage.tsx' }],
    ['R252', '/dyno', 'Dyno charts', { file: 'features/catalog/dyno/DynoCharts.tsx' }],
    ['X102', '/data-sources', 'Data sources', { file: 'features/catalog/DataSources.tsx' }],
  ]),
  ...group({ area: 'store' }, [
    ['R036', '/tesla/model-s', 'Tesla Model S', { redirect: '/products/tesla-model-s' }],
    ['R037', '/tesla/model-3', 'Tesla Model 3', { redirect: '/products/tesla-model-3' }],
    ['R038', '/tesla/model-y', 'Tesla Model Y', { redirect: '/products/tesla-model-y' }],
    ['R219', '/checkout', 'Checkout', { file: 'pages/CheckoutPage.tsx' }],
    ['R231', '/trade-in', 'Trade in a tool', { file: 'features/store/trade-in/TradeInPage.tsx' }],
    ['X71', '/trade-in/:id/:token', 'Your trade-in', { marks: ['token-link', 'numeric-id'], file: 'features/store/trade-in/TradeInStatus.tsx' }],
    ['R245', '/products', 'Products', { file: 'features/store/products/ProductsPage.tsx' }],
    ['R246', '/products/:slug', 'Product', { file: 'features/store/products/ProductPage.tsx' }],
  ]),
  ...group({ area: 'tuning' }, [
    ['R039', '/request/:id/download', 'Download of a tune request', { redirect: '/tuning/request/:id/status' }],
    ['R095', '/tuning-ticket', 'Tuning ticket', { file: 'pages/TuningTicket.tsx' }],
    ['X50', '/tuning-ticket/:id/:token', 'Your ticket', { marks: ['token-link'], file: 'features/support/FollowTicket.tsx' }],
    ['X165', '/tuning/guest/:id/:token', 'Your tune requests', { marks: ['token-link', 'numeric-id'], file: 'features/tuning/guest/GuestPage.tsx' }],
    ['R096', '/tuning', 'Upload a file', { file: 'features/tuning/upload/UploadPage.tsx' }],
    ['R097', '/tuning/immo', 'Immobiliser service', { hiddenWhen: 'www_immo_off', file: 'features/tuning/upload/ImmoPage.tsx' }],
    ['X80', '/receipt', 'Check a receipt', { file: 'features/tuning/receipt/ReceiptPage.tsx' }],
    ['R098', '/tuning/requests', 'My tune requests', { guard: 'user', guest: true, file: 'features/tuning/request/MyRequests.tsx' }],
    ['R099', '/tuning/support', 'My support tickets', { guard: 'user', file: 'features/support/MyTickets.tsx' }],
    ['R100', '/tuning/request/:id', 'Tune request', { redirect: '/tuning/request/:id/status', guard: 'user', marks: ['owner-only'], guest: true }],
    ['R101', '/tuning/request/:id/status', 'Tune request', { guard: ['user', 'dealer-member', 'tuner', 'admin'], marks: ['owner-only'], guest: true, file: 'pages/request/RequestStatus.tsx' }],
    ['R102', '/tuning/request/:id/tunes', 'Tunes of a request', { guard: ['user', 'dealer-member', 'tuner', 'admin'], marks: ['owner-only'], guest: true, file: 'pages/request/RequestTunes.tsx' }],
    ['R103', '/tuning/request/:id/purchase', 'Buy the tunes of a request', { guard: ['user', 'dealer-member', 'admin'], marks: ['owner-only'], guest: true, file: 'pages/RequestPurchase.tsx' }],
    ['R104', '/tuning/request/:id/files', 'Files of a request', { guard: ['user', 'dealer-member', 'tuner', 'admin'], marks: ['owner-only'], guest: true, file: 'features/tuning/request/RequestFiles.tsx' }],
    ['R105', '/tuning/request/:id/information', 'Vehicle information of a request', { guard: ['user', 'dealer-member', 'tuner', 'admin'], marks: ['owner-only'], guest: true, file: 'features/tuning/request/RequestInformation.tsx' }],
    ['R106', '/tuning/request/:id/custom-tuning', 'Custom tuning of a request', { guard: ['user', 'dealer-member', 'tuner', 'admin'], marks: ['owner-only'], guest: true, file: 'features/tuning/request/RequestCustomTuning.tsx' }],
    ['R107', '/tuning/request/:id/tuning-help', 'Help with a request', { guard: ['user', 'dealer-member', 'tuner', 'admin'], marks: ['owner-only'], guest: true, file: 'features/tuning/request/RequestHelp.tsx' }],
    ['R108', '/tuning/request/:id/link-purchase', 'Link a purchase to a request', { guard: ['user', 'dealer-member', 'admin'], marks: ['owner-only'], guest: true, file: 'features/tuning/request/RequestLink.tsx' }],
    ['R109', '/kit-builder', 'Kit builder', { shownWhen: 'www_kit_builder', file: 'features/catalog/kit/KitBuilder.tsx' }],
    ['R110', '/graph', 'Log studio', { file: 'features/graph/GraphPage.tsx' }],
    ['R111', '/graph/:id', 'Log', { marks: ['token-link'], file: 'features/graph/SharedGraphPage.tsx' }],
    ['R112', '/tuning/support/:id', 'Support ticket', { guard: ['user', 'admin'], marks: ['owner-only'], file: 'features/support/TicketPage.tsx' }],
    ['R235', '/tcc/:id', 'Tune credit code', { marks: ['token-link'], file: 'features/credits/CodePage.tsx' }],
    ['R250', '/fz/rescue', 'Tool rescue', { file: 'features/support/RescueStart.tsx' }],
    ['X51', '/fz/rescue/:id/:token', 'Your rescue', { marks: ['token-link'], file: 'features/support/RescuePage.tsx' }],
  ]),
  ...group({ area: 'dealer' }, [
    ['R118', '/dealer/:slug', 'Dealer', { redirect: '/dealer/:slug/group', guard: ['dealer-member', 'admin'], marks: ['owner-only'] }],
    ['R119', '/dealer/:slug/group', 'Dealer group', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/GroupPage.tsx' }],
    ['R120', '/dealer/:slug/settings', 'Dealer settings', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/SettingsPage.tsx' }],
    ['R121', '/dealer/:slug/balance', 'Dealer balance', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/balance/BalancePage.tsx' }],
    ['R122', '/dealer/:slug/pay-balance', 'Pay the balance', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/PayBalancePage.tsx' }],
    ['R123', '/dealer/:slug/pay-credit-deal/:uuid', 'Pay a credit deal', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/PayCreditDealPage.tsx' }],
    ['R124', '/dealer/:slug/statements/:id', 'Statement', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/StatementPage.tsx' }],
    ['R125', '/dealer/:slug/fz-orders', 'Tool orders', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'pages/DealerOrders.tsx' }],
    ['R126', '/dealer/:slug/disbursements', 'Disbursements', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/DisbursementsPage.tsx' }],
    ['R127', '/dealer/:slug/transfer/:transfer', 'Transfer', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/DealerTransfer.tsx' }],
    ['R128', '/dealer/:slug/transfer-group/:transfer', 'Transfer group', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/DealerTransferGroup.tsx' }],
    ['R129', '/dealer/:slug/tune-credits', 'Tune credits', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'pages/DealerTuneCredits.tsx' }],
    ['R130', '/dealer/:slug/branding', 'Branding', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/BrandingPage.tsx' }],
    ['R131', '/dealer/:slug/print-invoice', 'Invoice', { kind: 'print', layout: 'blank', guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/store/orders/DealerInvoicePage.tsx' }],
    ['X191', '/dealer/:slug/deal-invoice/:id', 'Invoice for tune credits', { kind: 'print', layout: 'blank', guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/store/orders/DealInvoicePage.tsx' }],
    ['R132', '/dealer/:slug/snapshot', 'Snapshot', { kind: 'print', layout: 'blank', guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'pages/DealerSnapshotPage.tsx' }],
    ['R133', '/dealer/:slug/print-statement-range', 'Statement of a period', { kind: 'print', layout: 'blank', guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/PrintStatementRangePage.tsx' }],
    ['R134', '/dealer/:slug/print-statement/:id', 'Statement', { kind: 'print', layout: 'blank', guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/PrintStatementPage.tsx' }],
    ['R135', '/dealer/:slug/accept-invite/:id', 'Accept an invitation', { guard: 'user', marks: ['token-link'], file: 'features/dealers/AcceptInvite.tsx' }],
    ['X124', '/dealer/:slug/work', 'Dealer work', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/WorkPage.tsx' }],
    ['X173', '/dealer/:slug/approvals', 'Purchase approvals', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/approvals/ApprovalsPage.tsx' }],
    ['X174', '/dealer/:slug/statistics', 'Dealer statistics', { guard: ['dealer-member', 'admin'], marks: ['owner-only'], file: 'features/dealers/statistics/StatisticsPage.tsx' }],
    ['X123', '/verify-statement', 'Verify a statement', { file: 'features/dealers/VerifyStatementPage.tsx' }],
    ['R223', '/dealers', 'Dealers', { file: 'pages/DealerDirectory.tsx' }],
    ['X132', '/dealers/:slug', 'Dealer', { file: 'pages/DealerEntry.tsx' }],
    ['R224', '/dealertools', 'Dealer tools', { file: 'features/store/tools/ToolPage.tsx' }],
    ['R230', '/new-dealer', 'Become a dealer', { file: 'features/dealers/NewDealerPage.tsx' }],
  ]),
  ...group({ area: 'tuner' }, [
    ['R113', '/tuner', 'My tuner accounts', { guard: ['tuner-account', 'admin'], file: 'features/tuners/TunersPage.tsx' }],
    ['R114', '/tuner/pools', 'Tuner pools', { guard: ['tuner', 'admin'], file: 'features/tuning/work/PoolsPage.tsx' }],
    ['R115', '/tuner/:id', 'Tuner', { guard: ['tuner-account', 'admin'], marks: ['owner-only'], file: 'features/tuners/TunerPage.tsx' }],
    ['X90', '/tuner/:id/entries', 'Entries', { guard: ['tuner-account', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/tuners/TunerEntries.tsx' }],
    ['X91', '/tuner/:id/transfers', 'Transfers', { guard: ['tuner-account', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/tuners/TunerTransfers.tsx' }],
    ['X92', '/tuner/:id/sales', 'Sold tunes', { guard: ['tuner-account', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/tuners/TunerSales.tsx' }],
    ['X93', '/tuner/:id/report', 'Tuner report', { guard: ['tuner', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/tuners/TunerReport.tsx' }],
    ['X131', '/tuner/:id/settings', 'Tuner settings', { guard: ['tuner-account', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/tuners/TunerSettings.tsx' }],
    ['R116', '/tuner/:id/transfer/:transfer', 'Transfer', { guard: ['tuner-account', 'admin'], marks: ['owner-only'], file: 'features/tuners/TunerTransfer.tsx' }],
    ['R117', '/tuner/:id/transfer-group/:transfer', 'Transfer group', { guard: ['tuner-account', 'admin'], marks: ['owner-only'], file: 'features/tuners/TunerTransferGroup.tsx' }],
  ]),
  ...group({ area: 'affiliate' }, [
    ['R136', '/affiliate', 'Affiliate program', { file: 'features/affiliates/AffiliateProgramPage.tsx' }],
    ['R137', '/affiliate/info', 'How the affiliate program works', { file: 'features/affiliates/AffiliateInfoPage.tsx' }],
    ['R138', '/affiliate/terms', 'Affiliate terms', { file: 'features/affiliates/AffiliateTermsPage.tsx' }],
    ['R139', '/affil-offer/:id/:token/join', 'Join as an affiliate', { marks: ['token-link'], file: 'features/affiliates/JoinOfferPage.tsx' }],
    ['R140', '/affiliate/:id', 'Affiliate', { redirect: '/affiliate/:id/group', guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'] }],
    ['R141', '/affiliate/:id/group', 'Affiliate group', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/GroupPage.tsx' }],
    ['R142', '/affiliate/:id/settings', 'Affiliate settings', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/SettingsPage.tsx' }],
    ['R143', '/affiliate/:id/disbursements', 'Disbursements', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/DisbursementsPage.tsx' }],
    ['R144', '/affiliate/:id/transfer/:transfer', 'Transfer', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/TransferPage.tsx' }],
    ['R145', '/affiliate/:id/transfer-group/:transfer', 'Transfer group', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/TransferGroupPage.tsx' }],
    ['R146', '/affiliate/:id/terms', 'Affiliate terms', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/TermsPage.tsx' }],
    ['R147', '/affiliate/:id/branding', 'Branding', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/BrandingPage.tsx' }],
    ['X127', '/affiliate/:id/entries', 'Entries', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/EntriesPage.tsx' }],
    ['X128', '/affiliate/:id/promotion', 'Codes and links', { guard: ['affiliate', 'admin'], marks: ['owner-only', 'numeric-id'], file: 'features/affiliates/PromotionPage.tsx' }],
    ['R251', '/feedback/:id/:token/submit', 'Feedback', { marks: ['token-link'], file: 'features/affiliates/FeedbackPage.tsx' }],
  ]),
  ...group({ area: 'catalog-manage', guard: 'catalog.read' }, [
    ['R066', '/catalog-manage', 'Catalogue management', { redirect: '/catalog-manage/makes' }],
    ['R067', '/catalog-manage/makes', 'Makes', { file: 'admin/catalog/pages/MakesPage.tsx' }],
    ['R068', '/catalog-manage/makes/new', 'New make', { guard: 'catalog.write', file: 'admin/catalog/pages/MakePage.tsx' }],
    ['R069', '/catalog-manage/makes/:id', 'Make', { file: 'admin/catalog/pages/MakePage.tsx' }],
    ['R070', '/catalog-manage/makes/:id/seo', 'SEO texts of a make', { file: 'admin/catalog/pages/SeoPage.tsx' }],
    ['R071', '/catalog-manage/engines', 'Engines', { file: 'admin/catalog/pages/EnginesPage.tsx' }],
    ['R072', '/catalog-manage/engines/new', 'New engine', { guard: 'catalog.write', file: 'admin/catalog/pages/EnginePage.tsx' }],
    ['R073', '/catalog-manage/engines/:id', 'Engine', { file: 'admin/catalog/pages/EnginePage.tsx' }],
    ['R074', '/catalog-manage/transmissions', 'Transmissions', { file: 'admin/catalog/pages/TransmissionsPage.tsx' }],
    ['R075', '/catalog-manage/transmissions/new', 'New transmission', { guard: 'catalog.write', file: 'admin/catalog/pages/TransmissionPage.tsx' }],
    ['R076', '/catalog-manage/transmissions/:id', 'Transmission', { file: 'admin/catalog/pages/TransmissionPage.tsx' }],
    ['R077', '/catalog-manage/tunes', 'Tunes', { file: 'admin/catalog/pages/TunesPage.tsx' }],
    ['R078', '/catalog-manage/tunes/new', 'New tune', { guard: 'catalog.write', file: 'admin/catalog/pages/TunePage.tsx' }],
    ['R079', '/catalog-manage/tunes/:id', 'Tune', { file: 'admin/catalog/pages/TunePage.tsx' }],
    ['R080', '/catalog-manage/tunes/:id/mass-attach', 'Attach a tune to many engines', { guard: 'catalog.write', file: 'admin/catalog/pages/MassAttachPage.tsx' }],
    ['R081', '/catalog-manage/guides', 'Guides', { file: 'admin/catalog/pages/GuidesPage.tsx' }],
    ['R082', '/catalog-manage/guides/new', 'New guide', { guard: 'catalog.write', file: 'admin/catalog/pages/GuidePage.tsx' }],
    ['R083', '/catalog-manage/guides/:id', 'Guide', { file: 'admin/catalog/pages/GuidePage.tsx' }],
    ['R084', '/catalog-manage/tune-types', 'Tune types', { file: 'admin/catalog/pages/TuneTypesPage.tsx' }],
    ['R085', '/catalog-manage/tune-types/new', 'New tune type', { guard: 'catalog.write', file: 'admin/catalog/pages/TuneTypePage.tsx' }],
    ['R086', '/catalog-manage/tune-types/:id', 'Tune type', { file: 'admin/catalog/pages/TuneTypePage.tsx' }],
    ['R087', '/catalog-manage/tune-type-groups/new', 'New tune type group', { guard: 'catalog.write', file: 'admin/catalog/pages/TuneTypeGroupPage.tsx' }],
    ['R088', '/catalog-manage/tune-type-groups/:id', 'Tune type group', { file: 'admin/catalog/pages/TuneTypeGroupPage.tsx' }],
    ['R089', '/catalog-manage/price-tiers', 'Price tiers', { file: 'admin/catalog/pages/PriceTiersPage.tsx' }],
    ['R090', '/catalog-manage/price-tiers/new', 'New price tier', { guard: 'catalog.write', file: 'admin/catalog/pages/PriceTierPage.tsx' }],
    ['R091', '/catalog-manage/price-tiers/:id', 'Price tier', { file: 'admin/catalog/pages/PriceTierPage.tsx' }],
    ['R092', '/catalog-manage/duplicates', 'Duplicate records', { file: 'admin/catalog/pages/DuplicatesPage.tsx' }],
    ['R093', '/catalog-manage/dyno', 'Dyno files', { file: 'admin/catalog/pages/DynoPage.tsx' }],
    ['R094', '/catalog-manage/settings', 'Catalogue settings', { guard: 'catalog.settings', file: 'admin/catalog/pages/SettingsPage.tsx' }],
  ]),
  ...group({ area: 'admin', guard: 'admin', marks: ['contactless'] }, [
    ['R040', '/dealer/signature-authority', 'Dealer signature authority', { redirect: '/admin/dealer-signature-authority', guard: null, marks: [] }],
    ['R148', '/admin', 'Back office', { redirect: '/admin/instatune-value-transfers' }],
    ['X103', '/admin/home', 'Home', { guard: permissions, file: 'admin/analytics/home/HomePage.tsx' }],
    ['X145', '/admin/reports', 'Scheduled reports', { guard: reportRights, file: 'admin/analytics/home/ReportsPage.tsx' }],
    ['R149', '/admin/metrics', 'Metrics', { guard: 'metrics.read', file: 'admin/analytics/metrics/MetricsPage.tsx' }],
    ['R150', '/admin/metrics/tunes', 'Tune metrics', { guard: 'metrics.read', file: 'admin/analytics/metrics/TuneMetricsPage.tsx' }],
    ['R151', '/admin/metrics/vehicles', 'Vehicle metrics', { guard: 'metrics.read', file: 'admin/analytics/metrics/VehicleMetricsPage.tsx' }],
    ['X149', '/admin/metrics/rows', 'Records behind a figure', { guard: 'metrics.read', file: 'admin/analytics/metrics/MetricRowsPage.tsx' }],
    ['R152', '/admin/colors', 'Site colours', { guard: 'theme.write', file: 'admin/settings/ColorsPage.tsx' }],
    ['R153', '/admin/orders', 'Orders', { guard: 'tool-orders.read', file: 'admin/sales/OrdersPage.tsx' }],
    ['X98', '/admin/orders/:id', 'Order', { guard: 'transactions.read', file: 'admin/sales/OrderPage.tsx' }],
    ['X169', '/admin/returns', 'Returns', { guard: 'transactions.read', file: 'admin/sales/ReturnsPage.tsx' }],
    ['R154', '/admin/dealers', 'Dealers', { guard: 'dealers.admin', file: 'admin/dealers/DealersPage.tsx' }],
    ['R155', '/admin/dealers/new', 'New dealer', { guard: 'dealers.admin', file: 'admin/dealers/DealerEdit.tsx' }],
    ['R156', '/admin/dealers/:id', 'Dealer', { guard: 'dealers.admin', file: 'admin/dealers/DealerPage.tsx' }],
    ['R157', '/admin/dealers/:id/edit', 'Edit dealer', { guard: 'dealers.admin', file: 'admin/dealers/DealerEdit.tsx' }],
    ['R158', '/admin/tuners', 'Tuners', { guard: 'tuners.admin', file: 'admin/tuners/TunersPage.tsx' }],
    ['R159', '/admin/tuners/new', 'New tuner', { guard: 'tuners.admin', file: 'admin/tuners/TunerEdit.tsx' }],
    ['R160', '/admin/tuners/:id', 'Tuner', { guard: 'tuners.admin', file: 'admin/tuners/TunerPage.tsx' }],
    ['R161', '/admin/tuners/:id/edit', 'Edit tuner', { guard: 'tuners.admin', file: 'admin/tuners/TunerEdit.tsx' }],
    ['R162', '/admin/tuner-brands', 'Tuner brands', { guard: 'tuners.admin', file: 'admin/tuners/BrandsPage.tsx' }],
    ['R163', '/admin/tuner-brands/new', 'New tuner brand', { guard: 'tuners.admin', file: 'admin/tuners/BrandPage.tsx' }],
    ['R164', '/admin/tuner-brands/:id', 'Tuner brand', { guard: 'tuners.admin', file: 'admin/tuners/BrandPage.tsx' }],
    ['R165', '/admin/tuner-brands/:id/edit', 'Edit tuner brand', { guard: 'tuners.admin', file: 'admin/tuners/BrandPage.tsx' }],
    ['R166', '/admin/instatune-value-transfers', 'Value transfers', { guard: 'value-transfers', file: 'admin/tuning/value-transfers/ValueTransfersPage.tsx' }],
    ['R167', '/admin/instatune-value-transfers/new', 'New value transfer', { guard: 'value-transfers', file: 'admin/tuning/value-transfers/NewValueTransfer.tsx' }],
    ['R168', '/admin/instatune-value-transfers/:id', 'Value transfer', { guard: 'value-transfers', file: 'admin/tuning/value-transfers/ValueTransferRecord.tsx' }],
    ['X84', '/admin/tune-credits', 'Tune credits', { guard: 'credit-deals.admin', file: 'admin/credits/CreditsPage.tsx' }],
    ['X85', '/admin/tune-credit-codes', 'Credit codes', { guard: 'credit-deals.admin', file: 'admin/credits/CreditCodesPage.tsx' }],
    ['R169', '/admin/dealer-credit-deals', 'Dealer credit deals', { guard: 'credit-deals.admin', file: 'admin/dealers/CreditDealsPage.tsx' }],
    ['R170', '/admin/dealer-credit-deals/new', 'New dealer credit deal', { guard: 'credit-deals.admin', file: 'admin/dealers/CreditDealEdit.tsx' }],
    ['R171', '/admin/dealer-credit-deals/:id', 'Dealer credit deal', { guard: 'credit-deals.admin', file: 'admin/dealers/CreditDealPage.tsx' }],
    ['R172', '/admin/dealer-credit-deals/:id/edit', 'Edit dealer credit deal', { guard: 'credit-deals.admin', file: 'admin/dealers/CreditDealEdit.tsx' }],
    ['R173', '/admin/products', 'Products', { guard: 'products.read', file: 'admin/store/products/ProductsPage.tsx' }],
    ['R174', '/admin/products/new', 'New product', { guard: 'products.write', file: 'admin/store/products/ProductEditPage.tsx' }],
    ['R175', '/admin/products/:id', 'Product', { guard: 'products.read', file: 'admin/store/products/ProductPage.tsx' }],
    ['R176', '/admin/products/:id/edit', 'Edit product', { guard: 'products.write', file: 'admin/store/products/ProductEditPage.tsx' }],
    ['R177', '/admin/transactions', 'Transactions', { guard: 'transactions.read', file: 'admin/sales/TransactionsPage.tsx' }],
    ['R178', '/admin/transactions/:id', 'Transaction', { guard: 'transactions.read', file: 'admin/sales/TransactionPage.tsx' }],
    ['X107', '/admin/purchases/:id', 'Purchase', { guard: 'transactions.read', marks: ['contactless', 'numeric-id'], file: 'admin/sales/PurchasePage.tsx' }],
    ['R179', '/admin/transactions-export', 'Export transactions', { guard: 'transactions.export', file: 'admin/sales/ExportPage.tsx' }],
    ['R180', '/admin/stock', 'Stock', { guard: 'stock', file: 'admin/store/stock/StockPage.tsx' }],
    ['R181', '/admin/stock/product/:productSlug/location/:locationSlug', 'Stock at a location', { guard: 'stock', file: 'admin/store/stock/StockPlacePage.tsx' }],
    ['X190', '/admin/dealer-tiers', 'Dealer tiers', { guard: 'dealers.admin', file: 'admin/dealers/DealerTiersPage.tsx' }],
    ['R182', '/admin/dealer', 'Dealer administration', { redirect: '/admin/dealer/dashboard', guard: 'dealers.admin' }],
    ['R183', '/admin/dealer/dashboard', 'Dealer dashboard', { guard: 'dealers.admin', file: 'admin/dealers/DealerDashboard.tsx' }],
    ['R184', '/admin/dealer/applications', 'Dealer applications', { guard: 'dealers.admin', file: 'admin/dealers/DealerApplications.tsx' }],
    ['R185', '/admin/dealer/info', 'Dealer information', { guard: 'dealers.admin', file: 'admin/dealers/DealerInfo.tsx' }],
    ['R186', '/admin/web-traffic', 'Web traffic', { guard: 'analytics.read', file: 'admin/analytics/traffic/TrafficPage.tsx' }],
    ['X150', '/admin/web-traffic/visits', 'Visits', { guard: 'analytics.read', file: 'admin/analytics/traffic/VisitsPage.tsx' }],
    ['X151', '/admin/web-traffic/views', 'Page views', { guard: 'analytics.read', file: 'admin/analytics/traffic/ViewsPage.tsx' }],
    ['X152', '/admin/web-traffic/goals', 'Goals', { guard: 'analytics.read', file: 'admin/analytics/traffic/GoalsPage.tsx' }],
    ['R187', '/admin/affiliate', 'Affiliates', { redirect: '/admin/affiliate/dashboard', guard: 'affiliates.admin' }],
    ['R188', '/admin/affiliate/dashboard', 'Affiliate dashboard', { guard: 'affiliates.admin', file: 'admin/affiliates/AffiliateDashboard.tsx' }],
    ['X129', '/admin/payouts', 'Payouts', { guard: 'payouts', file: 'admin/ledger/payouts/PayoutsPage.tsx' }],
    ['X130', '/admin/affiliate/applications', 'Affiliate applications', { guard: 'affiliates.admin', file: 'admin/affiliates/AffiliateApplications.tsx' }],
    ['R189', '/admin/affiliate/info', 'Affiliate information', { guard: 'affiliates.admin', file: 'admin/affiliates/AffiliateInfo.tsx' }],
    ['R190', '/admin/dealer-signature-authority', 'Signature authorities', { guard: 'signatures.read', file: 'admin/dealers/SignaturesPage.tsx' }],
    ['R191', '/admin/dealer-signature-authority/:id', 'Signature authority', { guard: 'signatures.read', file: 'admin/dealers/SignaturePage.tsx' }],
    ['R192', '/admin/catalog', 'Catalogue', { redirect: '/admin/catalog/home', guard: 'catalog.settings.read' }],
    ['R193', '/admin/catalog/home/:make?/:model?/:year?', 'Catalogue by make', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/BrowsePage.tsx' }],
    ['R194', '/admin/catalog/engines', 'Engines', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/EnginesPage.tsx' }],
    ['R195', '/admin/catalog/engines/:id', 'Engine', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/EnginePage.tsx' }],
    ['R196', '/admin/catalog/transmissions', 'Transmissions', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/TransmissionsPage.tsx' }],
    ['R197', '/admin/catalog/transmissions/:id', 'Transmission', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/TransmissionPage.tsx' }],
    ['R198', '/admin/catalog/tunes', 'Tunes', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/TunesPage.tsx' }],
    ['R199', '/admin/catalog/tunes/:id', 'Tune', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/TunePage.tsx' }],
    ['R200', '/admin/catalog/seo', 'SEO', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/SeoListPage.tsx' }],
    ['R201', '/admin/catalog/seo/:id', 'SEO', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/SeoPage.tsx' }],
    ['R202', '/admin/catalog/tiers', 'Price tiers', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/PriceTiersPage.tsx' }],
    ['R203', '/admin/catalog/tiers/:id', 'Price tier', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/PriceTierPage.tsx' }],
    ['R204', '/admin/catalog/guides', 'Guides', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/GuidesPage.tsx' }],
    ['R205', '/admin/catalog/guides/:id', 'Guide', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/GuidePage.tsx' }],
    ['R206', '/admin/catalog/types', 'Tune types', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/TuneTypesPage.tsx' }],
    ['X20', '/admin/catalog/imports', 'Imports', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/ImportsPage.tsx' }],
    ['X21', '/admin/catalog/imports/:id', 'Import', { guard: 'catalog.settings.read', marks: ['contactless', 'numeric-id'], file: 'admin/catalog/pages/ImportPage.tsx' }],
    ['X22', '/admin/kit-builder', 'Kit builder', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/KitBuilderPage.tsx' }],
    ['R207', '/admin/catalog/system', 'Catalogue health', { guard: 'catalog.settings.read', file: 'admin/catalog/pages/SystemPage.tsx' }],
    ['R260', '/admin/tune-requests', 'Tune requests', { guard: ['admin', 'tuner'], file: 'admin/tuning/TuneRequestsPage.tsx' }],
    ['R261', '/admin/tune-requests/:id', 'Tune request', { guard: ['admin', 'tuner'], file: 'admin/tuning/TuneRequestPage.tsx' }],
    ['R262', '/admin/tickets', 'Tickets', { guard: 'tickets.admin', file: 'admin/support/TicketsPage.tsx' }],
    ['R263', '/admin/tickets/:id', 'Ticket', { guard: 'tickets.admin', file: 'admin/support/TicketPage.tsx' }],
    ['X143', '/admin/saved-replies', 'Saved replies', { guard: 'tickets.admin', file: 'admin/support/SavedRepliesPage.tsx' }],
    ['R264', '/admin/blog-posts', 'Blog posts', { guard: 'content.write', file: 'admin/content/PostsPage.tsx' }],
    ['R265', '/admin/blog-posts/new', 'New blog post', { guard: 'content.write', file: 'admin/content/PostPage.tsx' }],
    ['R266', '/admin/blog-posts/:id', 'Blog post', { guard: 'content.write', file: 'admin/content/PostPage.tsx' }],
    ['R267', '/admin/pages', 'Pages', { guard: 'content.write', file: 'admin/content/PagesPage.tsx' }],
    ['R268', '/admin/pages/:slug', 'Page', { guard: 'content.write', file: 'admin/content/PageEditPage.tsx' }],
    ['X112', '/admin/media', 'Media library', { guard: 'content.write', file: 'admin/content/MediaPage.tsx' }],
    ['X113', '/admin/staff-pages', 'Staff pages', { guard: 'content.write', file: 'admin/content/StaffPagesPage.tsx' }],
    ['X114', '/admin/pages/:slug/preview', 'Page preview', { guard: 'content.write', file: 'admin/content/PagePreviewPage.tsx' }],
    ['X115', '/admin/blog-posts/:id/preview', 'Post preview', { guard: 'content.write', file: 'admin/content/PostPreviewPage.tsx' }],
    ['X140', '/admin/newsletters', 'Newsletters', { guard: 'content.write', file: 'admin/content/NewslettersPage.tsx' }],
    ['X141', '/admin/newsletters/:id', 'Newsletter', { guard: 'content.write', file: 'admin/content/NewsletterPage.tsx' }],
    ['X142', '/admin/newsletter-subscribers', 'Newsletter subscribers', { guard: 'content.write', file: 'admin/content/SubscribersPage.tsx' }],
    ['R269', '/admin/alerts', 'Alerts', { guard: 'alerts.write', file: 'admin/settings/AlertsPage.tsx' }],
    ['R270', '/admin/beta-programs', 'Beta programs', { guard: 'beta-programs.write', file: 'admin/beta/BetaProgramsPage.tsx' }],
    ['X144', '/admin/beta-programs/:id', 'Beta program', { guard: 'beta-programs.write', file: 'admin/beta/BetaProgramPage.tsx' }],
    ['R271', '/admin/trade-in-requests', 'Trade-in requests', { guard: 'trade-ins', file: 'admin/store/trade-ins/TradeInsPage.tsx' }],
    ['X77', '/admin/rentals', 'Rentals', { guard: 'stock', file: 'admin/store/rentals/RentalsPage.tsx' }],
    ['X176', '/admin/rentals/new', 'New rental', { guard: 'stock', file: 'admin/store/rentals/NewRentalPage.tsx' }],
    ['X78', '/admin/rentals/:id', 'Rental', { guard: 'stock', marks: ['contactless', 'numeric-id'], file: 'admin/store/rentals/RentalRecord.tsx' }],
    ['X72', '/admin/trade-in-requests/:id', 'Trade-in request', { guard: 'trade-ins', marks: ['contactless', 'numeric-id'], file: 'admin/store/trade-ins/TradeInRecord.tsx' }],
    ['R272', '/admin/rescue-sessions', 'Rescue sessions', { guard: 'rescue.read', file: 'admin/support/RescueSessionsPage.tsx' }],
    ['X52', '/admin/rescue-sessions/:id', 'Rescue', { guard: 'rescue.read', marks: ['contactless', 'numeric-id'], file: 'admin/support/RescueSessionPage.tsx' }],
    ['X53', '/admin/rescue-fixes', 'Known fixes', { guard: 'rescue.write', file: 'admin/support/RescueFixesPage.tsx' }],
    ['R273', '/admin/settings', 'Settings', { guard: 'settings.read', file: 'admin/settings/SettingsPage.tsx' }],
    ['R274', '/admin/users', 'Users', { guard: 'users.read', file: 'admin/identity/UsersPage.tsx' }],
    ['R275', '/admin/users/:id', 'User', { guard: 'users.read', file: 'admin/identity/UserPage.tsx' }],
    ['X06', '/admin/sales', 'Sales', { guard: 'sales.read', file: 'admin/settings/SalesPage.tsx' }],
    ['X73', '/admin/discount-codes', 'Discount codes', { guard: 'sales.read', file: 'admin/store/codes/CodesPage.tsx' }],
    ['X74', '/admin/categories', 'Categories', { guard: 'products.read', file: 'admin/store/tables/CategoriesPage.tsx' }],
    ['X75', '/admin/stock-locations', 'Stock locations', { guard: 'stock', file: 'admin/store/tables/LocationsPage.tsx' }],
    ['X63', '/admin/shipping', 'Shipping', { guard: 'products.read', file: 'admin/store/tables/ShippingTablePage.tsx' }],
    ['X64', '/admin/taxes', 'Taxes', { guard: 'products.read', file: 'admin/store/tables/TaxTablePage.tsx' }],
    ['X65', '/admin/affiliates', 'Affiliates', { guard: 'affiliates.admin', file: 'admin/affiliates/AffiliatesPage.tsx' }],
    ['X66', '/admin/affiliates/new', 'New affiliate', { guard: 'affiliates.admin', file: 'admin/affiliates/AffiliatePage.tsx' }],
    ['X67', '/admin/affiliates/:id', 'Affiliate', { guard: 'affiliates.admin', marks: ['contactless', 'numeric-id'], file: 'admin/affiliates/AffiliatePage.tsx' }],
    ['X68', '/admin/affiliates/:id/edit', 'Edit affiliate', { guard: 'affiliates.admin', marks: ['contactless', 'numeric-id'], file: 'admin/affiliates/AffiliatePage.tsx' }],
    ['X30', '/admin/ledger', 'Ledger', { guard: 'transactions.read', file: 'admin/ledger/LedgerPage.tsx' }],
    ['X31', '/admin/ledger/:id', 'Ledger account', { guard: 'transactions.read', marks: ['contactless', 'numeric-id'], file: 'admin/ledger/LedgerAccountPage.tsx' }],
    ['X161', '/admin/disputes', 'Disputes', { guard: 'payouts', file: 'admin/ledger/disputes/DisputesPage.tsx' }],
    ['X162', '/admin/disputes/:id', 'Dispute', { guard: 'payouts', marks: ['contactless', 'numeric-id'], file: 'admin/ledger/disputes/DisputePage.tsx' }],
    ['X163', '/admin/bulk-runs', 'Bulk actions', { guard: ['catalog.write', 'leads'], file: 'admin/operations/bulk/BulkRunsPage.tsx' }],
    ['X164', '/admin/bulk-runs/:id', 'Bulk action', { guard: ['catalog.write', 'leads'], marks: ['contactless', 'numeric-id'], file: 'admin/operations/bulk/BulkRunPage.tsx' }],
    ['X97', '/admin/approvals', 'Approvals', { guard: ['tickets.goodwill', 'credit-deals.admin'], file: 'admin/ledger/approvals/ApprovalsPage.tsx' }],
    ['X02', '/admin/mail', 'Mail', { guard: 'mail.read', file: 'admin/operations/MailList.tsx' }],
    ['X07', '/admin/mail/:id', 'Mail', { guard: 'mail.read', marks: ['contactless', 'numeric-id'], file: 'admin/operations/MailDetail.tsx' }],
    ['X139', '/admin/mail-kinds', 'Mail templates', { guard: 'mail.read', file: 'admin/operations/MailKindsPage.tsx' }],
    ['X03', '/admin/audit', 'Audit log', { guard: 'audit.read', file: 'admin/identity/AuditPage.tsx' }],
    ['X04', '/admin/jobs', 'Jobs', { guard: 'jobs.read', file: 'admin/operations/Jobs.tsx' }],
  ]),
  ...group({ area: 'lead-engine', guard: 'leads', marks: ['contactless'] }, [
    ['R208', '/admin/lead-engine', 'Pipeline', { file: 'admin/leads/board/BoardPage.tsx' }],
    ['R209', '/admin/lead-engine/deals/:id', 'Deal', { file: 'admin/leads/deal/DealPage.tsx' }],
    ['R210', '/admin/lead-engine/add', 'New deal', { file: 'admin/leads/deal/AddDealPage.tsx' }],
    ['R211', '/admin/lead-engine/activities', 'Activities', { file: 'admin/leads/ActivitiesPage.tsx' }],
    ['R212', '/admin/lead-engine/contacts', 'Contacts', { file: 'admin/leads/people/ContactsPage.tsx' }],
    ['R213', '/admin/lead-engine/contacts/add', 'New contact', { file: 'admin/leads/people/AddContactPage.tsx' }],
    ['R214', '/admin/lead-engine/contacts/:id', 'Contact', { file: 'admin/leads/people/ContactPage.tsx' }],
    ['R215', '/admin/lead-engine/won-lost', 'Won and lost deals', { file: 'admin/leads/WonLostPage.tsx' }],
    ['X109', '/admin/lead-engine/organizations', 'Organizations', { file: 'admin/leads/people/OrganizationsPage.tsx' }],
    ['X110', '/admin/lead-engine/organizations/:id', 'Organization', { file: 'admin/leads/people/OrganizationPage.tsx' }],
    ['X111', '/admin/lead-engine/opportunities', 'Opportunities', { file: 'admin/leads/OpportunitiesPage.tsx' }],
    ['X135', '/admin/lead-engine/imports', 'Contact imports', { file: 'admin/leads/people/ImportsPage.tsx' }],
    ['X136', '/admin/lead-engine/imports/:id', 'Contact import', { file: 'admin/leads/people/ImportPage.tsx' }],
    ['X137', '/admin/lead-engine/templates', 'E-mail templates', { file: 'admin/leads/TemplatesPage.tsx' }],
    ['X194', '/admin/lead-engine/settings/fields', 'Custom fields', { file: 'admin/leads/fields/FieldsPage.tsx' }],
    ['R216', '/admin/lead-engine/settings', 'Pipeline settings', { file: 'admin/leads/settings/SettingsPage.tsx' }],
  ]),
  ...group({ area: 'other' }, [
    ['R258', '?', 'Pages the specification does not show'],
    ['R259', '/developer', 'Developer', { guard: 'developer', file: 'admin/identity/DeveloperPage.tsx' }],
    ['X179', '/developer/manifests', 'Tool manifests', { guard: 'developer', file: 'admin/catalog/manifests/ManifestsPage.tsx' }],
    ['X180', '/developer/manifests/:id', 'Tool manifest', { guard: 'developer', file: 'admin/catalog/manifests/ManifestPage.tsx' }],
    ['X181', '/developer/simulator', 'Tool simulator', { guard: 'developer', file: 'admin/catalog/manifests/SimulatorPage.tsx' }],
  ]),
];

/** R258 represents pages the specification mentions without their paths; the resulting rows follow it. */
export const routedRows = routeTable.filter((row) => row.path !== '?');

/** The React Router pattern. The add-on-tunes redirect is part of the vehicle path it shortens. */
export function routerPattern(row: RouteRow): string {
  return row.vehicle ? `/${row.path.split('/')[1]}/*` : row.path;
}

const byPattern = new Map<string, RouteRow>();
for (const row of routedRows) if (!(row.vehicle && row.redirect)) byPattern.set(routerPattern(row), row);

/** Unknown paths of the back office are the not-found row (R001) in its frame. */
export const unknownOfficePaths = ['/admin/*', '/catalog-manage/*'] as const;
const notFoundRow = byPattern.get('*');
if (notFoundRow) for (const path of unknownOfficePaths) byPattern.set(path, notFoundRow);

export function rowOfPattern(pattern: string): RouteRow | undefined {
  return byPattern.get(pattern) ?? byPattern.get(pattern.startsWith('/') ? pattern.slice(1) : `/${pattern}`);
}
