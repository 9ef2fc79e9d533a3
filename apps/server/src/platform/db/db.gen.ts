// Made from the migrations by `npm run cli db-types`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
/** Written as an object or as ready JSON text; a bare array would become a PostgreSQL array, so it must be text. */
type Json = ColumnType<JsonValue, { readonly [key: string]: unknown } | string, { readonly [key: string]: unknown } | string>;
type Numeric = ColumnType<string, string | number | bigint, string | number | bigint>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** A column with a default whose reading and writing types differ. */
type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : Generated<T>;
/** A nullable column whose reading and writing types differ. */
type Nullable<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : T | null;

export interface Addresses {
  id: GeneratedAlways<number>;
  user_id: number;
  country_code: string;
  full_name: string;
  line1: string;
  line2: Generated<string>;
  city: string;
  state: Generated<string>;
  postal_code: Generated<string>;
  email: Generated<string>;
  phone: Generated<string>;
  readonly: Generated<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  is_default: Generated<boolean>;
  vat_id: Generated<string>;
}

export interface AffiliateFeedback {
  id: GeneratedAlways<number>;
  affiliate_id: number;
  token_hash: Buffer;
  expires_at: Timestamp;
  created_by: number | null;
  created_at: Timestamp;
  rating: number | null;
  text: Generated<string>;
  given_at: Nullable<Timestamp>;
}

export interface AffiliateLevelEvents {
  id: GeneratedAlways<bigint>;
  affiliate_id: number;
  at: Timestamp;
  from_level: number;
  to_level: number;
  reached_minor: bigint;
  currency: string;
  actor_id: number | null;
}

export interface AffiliateMembers {
  affiliate_id: number;
  user_id: number;
  created_at: Defaulted<Timestamp>;
}

export interface AffiliateOffers {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  name: string;
  email: string;
  share_percent: Numeric;
  currency: string;
  expires_at: Timestamp;
  created_by: number | null;
  created_at: Timestamp;
  withdrawn_at: Nullable<Timestamp>;
  joined_at: Nullable<Timestamp>;
  affiliate_id: number | null;
}

export interface AffiliateTerms {
  affiliate_id: number;
  version: string;
  accepted_by: number | null;
  accepted_at: Timestamp;
}

export interface Affiliates {
  id: GeneratedAlways<number>;
  name: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  state: Generated<string>;
  currency: Generated<string>;
  share_percent: Defaulted<Numeric>;
  level: Generated<number>;
  website: Generated<string>;
  remittance_email: Generated<string>;
  colour: Generated<string>;
  logo_file_id: string | null;
}

export interface Alerts {
  id: GeneratedAlways<number>;
  text: string;
  level: string;
  audience: string;
  starts_at: Defaulted<Timestamp>;
  ends_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface ApiKeys {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  prefix: string;
  key_hash: Buffer;
  scopes: string[];
  created_at: Timestamp;
  expires_at: Timestamp;
  last_used_at: Nullable<Timestamp>;
  last_used_from: string | null;
  revoked_at: Nullable<Timestamp>;
}

export interface AreaVersions {
  area: string;
  version: Generated<bigint>;
}

export interface AuditLog {
  id: GeneratedAlways<bigint>;
  at: Defaulted<Timestamp>;
  actor_id: number | null;
  session_id: number | null;
  address: string | null;
  act: string;
  subject: string;
  detail: Defaulted<Json>;
}

export interface BetaEvents {
  id: GeneratedAlways<bigint>;
  program_id: number;
  participant_id: number | null;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
}

export interface BetaFeedback {
  id: GeneratedAlways<number>;
  participant_id: number;
  rating: number;
  text: string;
  incident: Generated<boolean>;
  created_at: Timestamp;
}

export interface BetaParticipants {
  id: GeneratedAlways<number>;
  program_id: number;
  user_id: number;
  state: Generated<string>;
  vehicle_id: number | null;
  answers: Generated<string>;
  terms_sha256: Buffer | null;
  cohort: number | null;
  invited_until: Nullable<Timestamp>;
  joined_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface BetaPrograms {
  id: GeneratedAlways<number>;
  state: Generated<string>;
  name: string;
  summary: string;
  text: string;
  terms: string;
  seats: number;
  cohort_size: number | null;
  reviewed: Generated<boolean>;
  waitlist: Generated<boolean>;
  starts_at: Nullable<Timestamp>;
  ends_at: Nullable<Timestamp>;
  stop_per_100: number | null;
  admitted: Generated<number>;
  incidents_since: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface BlogPosts {
  id: GeneratedAlways<number>;
  title: string;
  slug: string;
  summary: Generated<string>;
  text: string;
  tags: Generated<string[]>;
  author_id: number;
  cover_id: number | null;
  publish_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  dealers_mailed_at: Nullable<Timestamp>;
}

export interface BulkRunRefusals {
  run_id: number;
  record_id: number;
  reason: string;
}

export interface BulkRuns {
  id: GeneratedAlways<number>;
  list: string;
  action: string;
  change: Defaulted<Json>;
  query: Json;
  record_ids: number[];
  state: Generated<string>;
  position: Generated<number>;
  changed_count: Generated<number>;
  refused_count: Generated<number>;
  problem: string | null;
  started_by: number;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  finished_at: Nullable<Timestamp>;
}

export interface CatalogCategories {
  slug: string;
  name: string;
  position: number;
  title: Generated<string>;
  description: Generated<string>;
  text: Generated<string>;
  updated_at: Defaulted<Timestamp>;
}

export interface CatalogEstimates {
  id: GeneratedAlways<bigint>;
  hash: string;
  region: number;
  currency: string;
  total_minor: bigint;
  user_id: number | null;
  dealer_id: number | null;
  selection: Json;
  derivation: Json;
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
}

export interface CatalogPurchaseEvents {
  id: GeneratedAlways<bigint>;
  purchase_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  detail: Defaulted<Json>;
}

export interface CatalogPurchaseLines {
  purchase_id: number;
  line: number;
  kind: string;
  tune_id: number | null;
  tool_id: number | null;
  label: string;
  required: boolean;
  list_minor: bigint;
  net_minor: bigint;
  derivation: Json;
  credit_kind: string | null;
  credit_minor: Generated<bigint>;
  gives: Nullable<Json>;
  contained_minor: Generated<bigint>;
}

export interface CatalogPurchaseShares {
  purchase_id: number;
  n: number;
  owner: string;
  kind: string;
  line: number | null;
  amount_minor: bigint;
}

export interface CatalogPurchaseTokens {
  token_hash: Buffer;
  purchase_id: number;
  created_at: Timestamp;
  revoked_at: Nullable<Timestamp>;
  expires_at: Defaulted<Timestamp>;
}

export interface CatalogPurchases {
  id: GeneratedAlways<number>;
  state: Generated<string>;
  request_key: string;
  region: number;
  user_id: number;
  dealer_id: number | null;
  installer_id: number | null;
  request_id: number | null;
  estimate_hash: string;
  selection: Json;
  derivation: Json;
  vehicle: string;
  vehicle_path: string | null;
  disclaimer_hash: string | null;
  email: string;
  currency: string;
  billing: Json;
  list_minor: bigint;
  discount_minor: bigint;
  tax_minor: bigint;
  total_minor: bigint;
  taxes: Json;
  discounts: Json;
  card_minor: bigint;
  account_minor: bigint;
  free_minor: Generated<bigint>;
  hold_id: bigint | null;
  placed_at: Timestamp;
  expires_at: Timestamp;
  paid_at: Nullable<Timestamp>;
  linked_at: Nullable<Timestamp>;
  delivered_at: Nullable<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  credit_minor: Generated<bigint>;
  credit_worth_minor: Generated<bigint>;
  credits_back_at: Nullable<Timestamp>;
  split_minor: Generated<bigint>;
  codes_taken: Generated<boolean>;
  balance_source: Generated<string>;
  balance_owner: string | null;
  tracking_tag_id: number | null;
  value_transfer_id: number | null;
  moved_minor: Generated<bigint>;
  moved_net_minor: Generated<bigint>;
  tax_included: Generated<boolean>;
  reverse_charge: Generated<boolean>;
  contained_minor: Generated<bigint>;
  invoice_no: number | null;
}

export interface CatalogSettings {
  id: Generated<number>;
  settings: Defaulted<Json>;
  updated_at: Defaulted<Timestamp>;
}

export interface CatalogSheets {
  id: GeneratedAlways<number>;
  kind: string;
  file_name: string;
  file_id: string | null;
  state: Generated<string>;
  rows_done: Generated<number>;
  rows_total: Generated<number>;
  report: Nullable<Json>;
  problem: string | null;
  started_by: number | null;
  started_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  finished_at: Nullable<Timestamp>;
}

export interface CatalogSubscriptions {
  id: GeneratedAlways<number>;
  email: string;
  engine_id: number;
  vehicle: Generated<string>;
  region: number;
  token_sha256: Buffer;
  created_at: Defaulted<Timestamp>;
  notified_at: Nullable<Timestamp>;
}

export interface ClientErrors {
  id: GeneratedAlways<bigint>;
  at: Defaulted<Timestamp>;
  message: string;
  path: string;
  user_agent: string;
}

export interface ClientEvents {
  id: GeneratedAlways<bigint>;
  at: Defaulted<Timestamp>;
  visitor: Buffer;
  name: string;
  data: Defaulted<Json>;
  path: Generated<string>;
}

export interface CreditNotes {
  id: number;
  refund_id: number | null;
  sale: string;
  sale_id: number;
  issued_at: Timestamp;
  currency: string;
  amount_minor: bigint;
  tax_minor: bigint;
  lines: Defaulted<Json>;
  value_transfer_id: number | null;
  fee_minor: Generated<bigint>;
  cancels: number | null;
}

export interface DataExports {
  id: GeneratedAlways<number>;
  user_id: number;
  state: Generated<string>;
  parts_done: Generated<number>;
  parts_total: Generated<number>;
  file_id: string | null;
  requested_at: Timestamp;
  finished_at: Nullable<Timestamp>;
  expires_at: Nullable<Timestamp>;
}

export interface DealerAddresses {
  id: GeneratedAlways<number>;
  dealer_id: number;
  country_code: string;
  full_name: string;
  line1: string;
  line2: Generated<string>;
  city: string;
  state: Generated<string>;
  postal_code: Generated<string>;
  email: Generated<string>;
  phone: Generated<string>;
  readonly: Generated<boolean>;
  created_at: Timestamp;
  updated_at: Timestamp;
  vat_id: Generated<string>;
}

export interface DealerBlogMails {
  post_id: number;
  user_id: number;
  token_hash: Buffer;
  created_at: Timestamp;
}

export interface DealerBlogUnsubscribes {
  user_id: number;
  created_at: Timestamp;
}

export interface DealerCreditDealEvents {
  id: GeneratedAlways<bigint>;
  deal_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
  transfer_id: bigint | null;
}

export interface DealerCreditDeals {
  id: GeneratedAlways<number>;
  uuid: Generated<string>;
  dealer_id: number;
  kind: string;
  state: Generated<string>;
  title: string;
  note: Generated<string>;
  currency: string;
  price_minor: bigint;
  ecu_credits: Generated<number>;
  tcu_credits: Generated<number>;
  awd_credits: Generated<number>;
  universal_credits: Generated<number>;
  bonus_minor: Generated<bigint>;
  settles_minor: bigint | null;
  pay_on_account: Generated<boolean>;
  expires_at: Nullable<Timestamp>;
  published_at: Nullable<Timestamp>;
  seen_at: Nullable<Timestamp>;
  created_by: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  changed_by: number | null;
  tax_minor: Generated<bigint>;
  taxes: Defaulted<Json>;
  reverse_charge: Generated<boolean>;
  billing: Nullable<Json>;
  region: number | null;
  invoice_no: number | null;
  invoiced_at: Nullable<Timestamp>;
}

export interface DealerCreditWarnings {
  dealer_id: number;
  currency: string;
  percent: number;
  sent_at: Timestamp;
}

export interface DealerInviteEvents {
  id: GeneratedAlways<bigint>;
  invite_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
}

export interface DealerInvites {
  id: GeneratedAlways<number>;
  dealer_id: number;
  token_hash: Buffer;
  email: string;
  kind: string;
  state: Generated<string>;
  invited_by: number | null;
  accepted_by: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  ended_at: Nullable<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface DealerMembers {
  dealer_id: number;
  user_id: number;
  kind: string;
  created_at: Defaulted<Timestamp>;
  spend_limit_minor: bigint | null;
  order_limit_minor: bigint | null;
  needs_approval: Generated<boolean>;
}

export interface DealerOnboarding {
  dealer_id: number;
  step: string;
  done_by: number | null;
  done_at: Timestamp;
}

export interface DealerPaymentItems {
  payment_id: number;
  subject: string;
  amount_minor: bigint;
}

export interface DealerPayments {
  id: GeneratedAlways<number>;
  dealer_id: number;
  state: Generated<string>;
  method: string;
  currency: string;
  amount_minor: bigint;
  request_key: string;
  reference: Generated<string>;
  made_by: number | null;
  created_at: Timestamp;
  paid_at: Nullable<Timestamp>;
}

export interface DealerPurchaseApprovalEvents {
  id: GeneratedAlways<number>;
  approval_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
}

export interface DealerPurchaseApprovals {
  id: GeneratedAlways<number>;
  dealer_id: number;
  user_id: number;
  state: Generated<string>;
  request_id: number | null;
  estimate_hash: string;
  input: Json;
  vehicle: string;
  lines: Json;
  currency: string;
  total_minor: bigint;
  note: Generated<string>;
  asked_at: Timestamp;
  expires_at: Timestamp;
  decided_at: Nullable<Timestamp>;
  decided_by: number | null;
  reason: Generated<string>;
  purchase_id: number | null;
  updated_at: Defaulted<Timestamp>;
  kind: Generated<string>;
  order_id: number | null;
}

export interface DealerReminders {
  dealer_id: number;
  currency: string;
  subject: string;
  level: number;
  sent_at: Timestamp;
}

export interface DealerSpecializationLinks {
  dealer_id: number;
  specialization_id: number;
}

export interface DealerSpecializations {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  position: Generated<number>;
}

export interface DealerStatementMails {
  statement_id: number;
  mailed_at: Timestamp;
}

export interface DealerStatements {
  id: GeneratedAlways<number>;
  dealer_id: number;
  number: string;
  currency: string;
  month: string;
  starts_at: Timestamp;
  ends_at: Timestamp;
  opening_minor: bigint;
  closing_minor: bigint;
  body: string;
  sha256: string;
  issued_at: Timestamp;
}

export interface DealerTiers {
  id: GeneratedAlways<number>;
  name: string;
  tunes_percent: Numeric;
  products_percent: Numeric;
  terms: Generated<string>;
  position: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface DealerTools {
  dealer_id: number;
  tool_id: number;
  install_fee_minor: bigint;
}

export interface Dealers {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  preferred_display_currency: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  state: Generated<string>;
  currency: Generated<string>;
  legal_name: Generated<string>;
  billing_email: Generated<string>;
  billing_address: Nullable<Json>;
  install_share_percent: Defaulted<Numeric>;
  spend_limit_minor: bigint | null;
  payment_days: Generated<number>;
  listed: Generated<boolean>;
  about: Generated<string>;
  website: Generated<string>;
  phone: Generated<string>;
  directory_address: Nullable<Json>;
  latitude: number | null;
  longitude: number | null;
  notify_statements: Generated<boolean>;
  notify_payments: Generated<boolean>;
  brand_colour: Generated<string>;
  brand_text_colour: Generated<string>;
  brand_logo_file_id: string | null;
  account_paused_at: Nullable<Timestamp>;
  account_released_until: Nullable<Timestamp>;
  vat_check: string | null;
  vat_checked_id: string | null;
  vat_checked_at: Nullable<Timestamp>;
  direction_x: GeneratedAlways<number | null>;
  direction_y: GeneratedAlways<number | null>;
  direction_z: GeneratedAlways<number | null>;
  directory_country: GeneratedAlways<string | null>;
  tier_id: number | null;
}

export interface DemoAccounts {
  user_id: number;
}

export interface DemoSteps {
  step: string;
  at: Timestamp;
}

export interface DiscountCodes {
  id: GeneratedAlways<number>;
  code: string;
  name: string;
  affiliate_id: number | null;
  type: Generated<string>;
  amount: Numeric;
  amount_type: string;
  share_percent: Defaulted<Numeric>;
  starts_at: Defaulted<Timestamp>;
  ends_at: Nullable<Timestamp>;
  uses_max: number | null;
  uses: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  changed_by: number | null;
}

export interface DocumentCounters {
  series: string;
  last_no: number;
}

export interface DynoCsvs {
  id: GeneratedAlways<number>;
  tune_id: number;
  label: string;
  source: Generated<string>;
  file_id: string | null;
  position: Generated<number>;
  rpm: number[];
  horsepower: number[] | null;
  horsepower_unit: Generated<string>;
  torque: number[] | null;
  torque_unit: Generated<string>;
  torque_limit: number[] | null;
  torque_limit_unit: Generated<string>;
  crank_horsepower: number[] | null;
  crank_horsepower_unit: Generated<string>;
  crank_torque: number[] | null;
  crank_torque_unit: Generated<string>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface EngineRoleDiscounts {
  engine_id: number;
  key: string;
  percent: Numeric;
}

export interface EngineToolRestrictions {
  engine_id: number;
  tool_id: number;
}

export interface EngineTransmissions {
  engine_id: number;
  transmission_id: number;
}

export interface EngineTunes {
  engine_id: number;
  tune_id: number;
}

export interface Engines {
  id: GeneratedAlways<number>;
  make_id: number;
  slug: string;
  name: string;
  generation: Generated<string>;
  code: Generated<string>;
  displacement_l: Nullable<Numeric>;
  cylinders: number | null;
  fuel: Generated<string>;
  aspiration: Generated<string>;
  hybrid: Generated<string>;
  description: Generated<string>;
  notes: Generated<string>;
  staff_notes: Generated<string>;
  regions: Generated<number[]>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  power_hp: Nullable<Numeric>;
  torque_nm: Nullable<Numeric>;
}

export interface GarageVehicles {
  id: GeneratedAlways<number>;
  user_id: number;
  vin: string | null;
  make: string | null;
  year: string | null;
  model: string | null;
  engine: string | null;
  transmission: string | null;
  title: string;
  detail: Generated<string>;
  path: string | null;
  nickname: Generated<string>;
  tool: Generated<string>;
  photo: Nullable<Json>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  handed_over_at: Nullable<Timestamp>;
}

export interface Graphs {
  id: string;
  manage_hash: Buffer;
  uploaded_by: number | null;
  name: string;
  format: string;
  row_count: number;
  duration_s: number;
  channels: Json;
  notes: Json;
  time_base: string;
  file_id: string;
  packed_file_id: string;
  expires_at: Timestamp;
  created_at: Defaulted<Timestamp>;
  stored_bytes: Generated<bigint>;
  uploaded_from: string | null;
  review: Nullable<Json>;
}

export interface GuessLimits {
  key: string;
  attempts: number;
  blocked_until: Timestamp;
  expires_at: Timestamp;
}

export interface GuestLinks {
  token_hash: Buffer;
  user_id: number;
  created_at: Defaulted<Timestamp>;
  expires_at: Defaulted<Timestamp>;
}

export interface Guides {
  id: GeneratedAlways<number>;
  make_id: number | null;
  year_id: number | null;
  model_id: number | null;
  engine_id: number | null;
  transmission_id: number | null;
  title: string;
  text: Generated<string>;
  regions: Generated<number[]>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface IdempotencyKeys {
  scope: string;
  key: string;
  endpoint: string;
  fingerprint: Buffer;
  leased_until: Nullable<Timestamp>;
  status: number | null;
  answer: Nullable<Json>;
  created_at: Defaulted<Timestamp>;
}

export interface InboundMails {
  subject: string;
  message_sha256: Buffer;
  received_at: Defaulted<Timestamp>;
}

export interface JobPeriods {
  schedule: string;
  period: Timestamp;
  job_id: string | null;
  claimed_at: Defaulted<Timestamp>;
}

export interface KitBuilderTrees {
  id: Generated<number>;
  tree: Json;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadActivities {
  id: GeneratedAlways<number>;
  deal_id: number | null;
  contact_id: number | null;
  type: string;
  subject: string;
  note: Generated<string>;
  date: string;
  time: string | null;
  end_time: string | null;
  location: Generated<string>;
  done: Generated<boolean>;
  done_at: Nullable<Timestamp>;
  owner_id: number | null;
  reminded_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadBoardChanges {
  pipeline_id: number;
  version: bigint;
  deal_id: number;
  at: Defaulted<Timestamp>;
}

export interface LeadCalendarFeeds {
  user_id: number;
  token_sha256: Buffer;
  created_at: Defaulted<Timestamp>;
}

export interface LeadCauses {
  cause: string;
  found_at: Defaulted<Timestamp>;
}

export interface LeadComments {
  id: GeneratedAlways<number>;
  note_id: number | null;
  activity_id: number | null;
  text: string;
  written_by: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadContactLabels {
  contact_id: number;
  label_id: number;
}

export interface LeadContactValues {
  contact_id: number;
  key: Json;
}

export interface LeadContacts {
  id: GeneratedAlways<number>;
  name: string;
  organization_id: number | null;
  emails: Generated<string[]>;
  phones: Generated<string[]>;
  owner_id: number | null;
  consent: Generated<string>;
  consent_at: Nullable<Timestamp>;
  search_text: GeneratedAlways<string>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  phone_keys: GeneratedAlways<string[]>;
  custom: Defaulted<Json>;
}

export interface LeadDealEvents {
  id: GeneratedAlways<bigint>;
  deal_id: number;
  at: Defaulted<Timestamp>;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
  pipeline_id: number;
  from_stage_id: number | null;
  from_stage: string | null;
  to_stage_id: number | null;
  to_stage: string | null;
  stage_seconds: bigint | null;
}

export interface LeadDealLabels {
  deal_id: number;
  label_id: number;
}

export interface LeadDealParticipants {
  deal_id: number;
  contact_id: number;
}

export interface LeadDealValues {
  deal_id: number;
  key: Json;
}

export interface LeadDeals {
  id: GeneratedAlways<number>;
  title: string;
  value_minor: Generated<bigint>;
  currency: string;
  organization_id: number | null;
  contact_id: number | null;
  pipeline_id: number;
  stage_id: number;
  position: number;
  stage_entered_at: Timestamp;
  last_stage_id: number | null;
  owner_id: number | null;
  probability: number | null;
  priority: Generated<string>;
  expected_close_date: string | null;
  state: Generated<string>;
  closed_at: Nullable<Timestamp>;
  lost_reason: Generated<string>;
  archived_at: Nullable<Timestamp>;
  deleted_at: Nullable<Timestamp>;
  merged_into_id: number | null;
  version: Generated<number>;
  created_by: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  dealer_id: number | null;
  application_id: number | null;
  dealer_is_known: Generated<boolean>;
  custom: Defaulted<Json>;
}

export interface LeadFields {
  id: GeneratedAlways<number>;
  record: string;
  name: string;
  kind: string;
  options: Generated<string[]>;
  currency: string | null;
  position: Generated<number>;
  archived: Generated<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadFiles {
  file_id: string;
  deal_id: number;
}

export interface LeadImportSkips {
  import_id: number;
  line: number;
  reason: string;
}

export interface LeadImports {
  id: GeneratedAlways<number>;
  file_name: string;
  file_id: string | null;
  state: Generated<string>;
  rows_done: Generated<number>;
  rows_total: number;
  header: string[];
  sample: Defaulted<Json>;
  columns: Defaulted<Json>;
  check_report: Nullable<Json>;
  report: Nullable<Json>;
  problem: string | null;
  started_by: number | null;
  started_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  finished_at: Nullable<Timestamp>;
}

export interface LeadLabels {
  id: GeneratedAlways<number>;
  name: string;
  colour: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadMailReplies {
  id: GeneratedAlways<number>;
  deal_id: number;
  contact_id: number | null;
  from_address: string;
  verified: boolean;
  subject: string;
  text: string;
  created_at: Defaulted<Timestamp>;
}

export interface LeadMailTemplates {
  id: GeneratedAlways<number>;
  name: string;
  subject: string;
  text: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadMails {
  id: GeneratedAlways<number>;
  deal_id: number;
  contact_id: number | null;
  to_address: string;
  subject: string;
  text: string;
  outbox_id: number | null;
  sent_by: number | null;
  created_at: Defaulted<Timestamp>;
  unsubscribe_sha256: Buffer | null;
  file_id: string | null;
  file_name: Generated<string>;
  copy_of_id: number | null;
}

export interface LeadNotes {
  id: GeneratedAlways<number>;
  deal_id: number | null;
  contact_id: number | null;
  text: string;
  pinned: Generated<boolean>;
  written_by: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadOpportunities {
  id: GeneratedAlways<number>;
  title: string;
  contact_id: number | null;
  organization_id: number | null;
  source: string;
  cause: string | null;
  reason: Generated<string>;
  state: Generated<string>;
  deal_id: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  application_id: number | null;
  dealer_id: number | null;
}

export interface LeadOpportunityEvents {
  id: GeneratedAlways<bigint>;
  opportunity_id: number;
  at: Defaulted<Timestamp>;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
}

export interface LeadOrganizations {
  id: GeneratedAlways<number>;
  name: string;
  website: Generated<string>;
  phone: Generated<string>;
  address: Generated<string>;
  owner_id: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadPipelines {
  id: GeneratedAlways<number>;
  name: string;
  position: Generated<number>;
  board_version: Generated<bigint>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadStages {
  id: GeneratedAlways<number>;
  pipeline_id: number;
  name: string;
  position: number;
  probability: Generated<number>;
  rot_days: number | null;
  closes_as: string | null;
  required_fields: Generated<string[]>;
  requires_activity: Generated<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface LeadUnsubscribed {
  email_sha256: Buffer;
  at: Timestamp;
}

export interface LedgerAccounts {
  id: GeneratedAlways<bigint>;
  kind: string;
  owner: string;
  unit: string;
  party: boolean;
}

export interface LedgerBalances {
  account_id: bigint;
  posted_minor: Generated<bigint>;
  pending_debit_minor: Generated<bigint>;
  pending_credit_minor: Generated<bigint>;
  min_minor: bigint | null;
  max_minor: bigint | null;
}

export interface LedgerChecks {
  id: GeneratedAlways<number>;
  at: Timestamp;
  actor_id: number | null;
  ok: boolean;
  report: Json;
}

export interface LedgerEntries {
  transfer_id: bigint;
  leg: number;
  account_id: bigint;
  amount_minor: bigint;
  pending: boolean;
  at: Timestamp;
}

export interface LedgerHead {
  one: Generated<boolean>;
  no: bigint;
  hash: Buffer;
}

export interface LedgerKinds {
  kind: string;
  party: boolean;
  min_minor: bigint | null;
  max_minor: bigint | null;
}

export interface LedgerSeals {
  no: bigint;
  sealed_at: Timestamp;
  ids: string;
  transfer_count: number;
  settled_below: bigint;
  horizon_id: bigint;
  horizon_xact: bigint;
  previous_hash: Buffer;
  hash: Buffer;
}

export interface LedgerTransfers {
  id: Generated<bigint>;
  key: string;
  phase: string;
  kind: string;
  subject: string;
  at: Timestamp;
  recorded_at: Timestamp;
  memo: string | null;
  reason: string | null;
  actor_id: number | null;
  ends_hold: bigint | null;
  expires_at: Nullable<Timestamp>;
  reverses: bigint | null;
  rate_from: string | null;
  rate_to: string | null;
  rate: Nullable<Numeric>;
  rate_at: Nullable<Timestamp>;
  beyond_limits: boolean;
  detail: Json;
  leg_count: number;
  hash: Buffer;
}

export interface LicenceLocks {
  id: GeneratedAlways<number>;
  request_id: number | null;
  tool: string | null;
  serial_key: string | null;
  holder: string;
  reason: string;
  locked_at: Timestamp;
  released_at: Nullable<Timestamp>;
}

export interface LineDisputeEvents {
  id: GeneratedAlways<number>;
  dispute_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
  transfer_id: bigint | null;
}

export interface LineDisputes {
  id: GeneratedAlways<number>;
  state: Generated<string>;
  owner: string;
  account: string;
  subject: string;
  currency: string;
  amount_minor: bigint;
  ticket_id: number;
  opened_by: number;
  opened_at: Timestamp;
  ended_at: Nullable<Timestamp>;
  decided_by: number | null;
  decision: Generated<string>;
  correction_minor: bigint | null;
  updated_at: Defaulted<Timestamp>;
}

export interface ListViewDefaults {
  user_id: number;
  list: string;
  view_id: number;
}

export interface ListViews {
  id: GeneratedAlways<number>;
  owner_id: number;
  list: string;
  name: string;
  query: string;
  columns: Defaulted<Json>;
  shared: Generated<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface MailBodies {
  id: GeneratedAlways<number>;
  text_body: string;
  html_body: string;
  created_at: Defaulted<Timestamp>;
}

export interface MailLanguages {
  address_sha256: Buffer;
  language: string;
  set_at: Defaulted<Timestamp>;
}

export interface MailOutbox {
  id: GeneratedAlways<number>;
  kind: string;
  to_address: string;
  subject: string;
  text_body: string;
  html_body: string;
  unsubscribe_url: string | null;
  state: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: Defaulted<Timestamp>;
  last_error: string | null;
  created_at: Defaulted<Timestamp>;
  sent_at: Nullable<Timestamp>;
  erased_at: Nullable<Timestamp>;
  secrets: Nullable<Json>;
  attachment: string | null;
  body_id: number | null;
  bulk: Generated<boolean>;
  sending: Generated<boolean>;
  refused: Generated<boolean>;
  reply_about: string | null;
  shown_to: string | null;
  shown_cc: Generated<string[]>;
}

export interface MailTokens {
  token_hash: Buffer;
  purpose: string;
  user_id: number;
  email: string;
  expires_at: Timestamp;
  used_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
}

export interface MakeAliases {
  slug: string;
  make_id: number;
}

export interface Makes {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  logo_file_id: string | null;
  regions: Generated<number[]>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  prominence: Generated<string>;
}

export interface Media {
  id: GeneratedAlways<number>;
  name: string;
  alt: Generated<string>;
  width: number;
  height: number;
  sizes: Json;
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  uploaded_by: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface MediaUses {
  media_id: number;
  subject: string;
}

export interface MetricSaleLines {
  sale: string | null;
  line: number | null;
  kind: string | null;
  item: string | null;
  name: string | null;
  quantity: number | null;
  weight: bigint | null;
  kept: number | null;
}

export interface MetricSales {
  sale: string | null;
  kind: string | null;
  sale_id: number | null;
  region: number | null;
  country: string | null;
  dealer_id: number | null;
  user_id: number | null;
  email: string | null;
  buyer: string | null;
  currency: string | null;
  net_minor: bigint | null;
  placed_at: Nullable<Timestamp>;
  paid_at: Nullable<Timestamp>;
  vehicle: string | null;
  make: string | null;
  tracking_tag_id: number | null;
}

export interface ModelAliases {
  make_slug: string;
  slug: string;
  name: string;
  model_id: number;
}

export interface ModelSearch {
  model_id: number;
  words: string;
  regions: Generated<number[]>;
}

export interface ModelYears {
  year_id: number;
  model_id: number;
  make_id: number;
}

export interface Models {
  id: GeneratedAlways<number>;
  make_id: number;
  slug: string;
  name: string;
  family: Generated<string>;
  regions: Generated<number[]>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface NewsletterDeliveries {
  newsletter_id: number;
  subscriber_id: number;
  token_hash: Buffer;
  mail_id: number | null;
  unsubscribed_at: Nullable<Timestamp>;
  bounced_at: Nullable<Timestamp>;
}

export interface NewsletterEvents {
  id: GeneratedAlways<bigint>;
  newsletter_id: number | null;
  subscriber_id: number | null;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
}

export interface NewsletterSubscribers {
  id: GeneratedAlways<number>;
  email: string;
  state: Generated<string>;
  confirm_hash: Buffer | null;
  confirm_until: Nullable<Timestamp>;
  confirmed_at: Nullable<Timestamp>;
  soft_bounces: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface Newsletters {
  id: GeneratedAlways<number>;
  slug: string;
  title: string;
  preview: Generated<string>;
  text: string;
  button_label: Generated<string>;
  button_url: Generated<string>;
  state: Generated<string>;
  send_at: Nullable<Timestamp>;
  started_at: Nullable<Timestamp>;
  sent_at: Nullable<Timestamp>;
  body_id: number | null;
  last_subscriber_id: Generated<number>;
  recipients: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface Notifications {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: string;
  title: string;
  text: string;
  path: string | null;
  created_at: Defaulted<Timestamp>;
  read_at: Nullable<Timestamp>;
}

export interface OrderEvents {
  id: GeneratedAlways<bigint>;
  order_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  detail: Defaulted<Json>;
}

export interface OrderLines {
  order_id: number;
  line: number;
  product_id: number;
  slug: string;
  name: string;
  sku: Generated<string>;
  options: Json;
  quantity: number;
  unit_minor: bigint;
  list_minor: bigint;
  discount_minor: bigint;
  net_minor: bigint;
  back_ordered: Generated<number>;
  back_order_month: string | null;
  shipped: Generated<number>;
  cancelled: Generated<number>;
  contained_minor: Generated<bigint>;
  rental_days: number | null;
}

export interface OrderReturnLines {
  return_id: number;
  order_id: number;
  line: number;
  quantity: number;
}

export interface OrderReturns {
  id: GeneratedAlways<number>;
  order_id: number;
  state: Generated<string>;
  reason: string;
  note: Generated<string>;
  answer: Generated<string>;
  refund_minor: bigint | null;
  requested_at: Timestamp;
  decided_at: Nullable<Timestamp>;
  decided_by: number | null;
  updated_at: Timestamp;
}

export interface OrderShipments {
  id: GeneratedAlways<number>;
  order_id: number;
  carrier: string;
  tracking_number: string;
  lines: Json;
  shipped_at: Timestamp;
  actor_id: number | null;
  shipping_minor: Generated<bigint>;
}

export interface OrderTokens {
  token_hash: Buffer;
  order_id: number;
  purpose: string;
  created_at: Defaulted<Timestamp>;
  revoked_at: Nullable<Timestamp>;
  expires_at: Defaulted<Timestamp>;
}

export interface Orders {
  id: GeneratedAlways<number>;
  kind: Generated<string>;
  state: Generated<string>;
  region: number;
  user_id: number | null;
  dealer_id: number | null;
  placed_by: string;
  email: string;
  currency: string;
  billing: Json;
  shipping: Nullable<Json>;
  tier_key: string | null;
  tier_name: string | null;
  list_minor: bigint;
  discount_minor: bigint;
  shipping_minor: bigint;
  tax_minor: bigint;
  total_minor: bigint;
  taxes: Json;
  discounts: Json;
  affiliate_id: number | null;
  default_currency: string;
  rate: Nullable<Numeric>;
  rate_as_of: string | null;
  placed_at: Timestamp;
  expires_at: Timestamp;
  paid_at: Nullable<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  tracking_number: Generated<string>;
  shipped_at: Nullable<Timestamp>;
  request_key: string | null;
  placed_from: string | null;
  placed_session: string | null;
  holds_stock: Generated<boolean>;
  codes_taken: Generated<boolean>;
  cancelled_at: Nullable<Timestamp>;
  cancelled_by: string | null;
  delivered_at: Nullable<Timestamp>;
  dispute: string | null;
  balance_minor: Generated<bigint>;
  balance_source: string | null;
  balance_owner: string | null;
  balance_hold_id: bigint | null;
  affiliate_share_percent: Nullable<Numeric>;
  tracking_tag_id: number | null;
  tax_included: Generated<boolean>;
  reverse_charge: Generated<boolean>;
  contained_minor: Generated<bigint>;
  shipping_contained_minor: Generated<bigint>;
  invoice_no: number | null;
  placed_site: string | null;
}

export interface PageVersions {
  id: GeneratedAlways<number>;
  page_id: number;
  title: string;
  seo_title: Generated<string>;
  seo_description: Generated<string>;
  indexed: Generated<boolean>;
  blocks: Json;
  publish_at: Nullable<Timestamp>;
  written_by: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface PageViews {
  id: GeneratedAlways<bigint>;
  at: Defaulted<Timestamp>;
  visitor: Buffer;
  path: string;
  referrer: Generated<string>;
  title: Generated<string>;
  is_event: Generated<boolean>;
  screen: Generated<string>;
  bot: number | null;
  query: Generated<string>;
  is_known: Generated<boolean>;
  device: Generated<string>;
  browser: Generated<string>;
  os: Generated<string>;
  language: Generated<string>;
  country: Generated<string>;
}

export interface Pages {
  id: GeneratedAlways<number>;
  slug: string;
  hidden: Generated<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface PaidSubjectLines {
  subject: string | null;
  line: number | null;
  slug: string | null;
  name: string | null;
  quantity: number | null;
  net_minor: bigint | null;
  discount_minor: bigint | null;
}

export interface PaidSubjects {
  subject: string | null;
  sale: string | null;
  sale_id: number | null;
  kind: string | null;
  state: string | null;
  email: string | null;
  buyer: string | null;
  country: string | null;
  shipping_minor: bigint | null;
  tax_minor: bigint | null;
  tracking_number: string | null;
  region: number | null;
  invoice_no: number | null;
}

export interface PartnerApplicationEvents {
  id: GeneratedAlways<bigint>;
  application_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
}

export interface PartnerApplications {
  id: GeneratedAlways<number>;
  kind: string;
  state: Generated<string>;
  user_id: number;
  name: string;
  details: Json;
  dealer_id: number | null;
  affiliate_id: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PartnerBankAccounts {
  owner: string;
  holder: string;
  sealed_account: Buffer;
  account_end: string;
  bic: Generated<string>;
  country_code: string;
  updated_by: number | null;
  updated_at: Timestamp;
}

export interface Passkeys {
  id: GeneratedAlways<number>;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: Generated<bigint>;
  transports: Generated<string[]>;
  name: string;
  created_at: Defaulted<Timestamp>;
  last_used_at: Nullable<Timestamp>;
}

export interface PassportShares {
  id: GeneratedAlways<number>;
  vehicle_id: number;
  token_hash: Buffer;
  parts: string[];
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  revoked_at: Nullable<Timestamp>;
  last_seen_at: Nullable<Timestamp>;
  label: Generated<string>;
}

export interface PaymentAttempts {
  id: GeneratedAlways<number>;
  payment_id: number;
  number: number;
  key: string;
  method: string;
  stored_method_id: number | null;
  customer_id: string | null;
  intent_id: string | null;
  keep_method: boolean;
  state: Generated<string>;
  error_kind: string | null;
  error_code: string | null;
  created_at: Defaulted<Timestamp>;
  ended_at: Nullable<Timestamp>;
  looks: Generated<number>;
  look_at: Defaulted<Timestamp>;
  clients: Generated<string[]>;
}

export interface PaymentCustomers {
  owner: string;
  provider: string;
  customer_id: string;
  created_at: Defaulted<Timestamp>;
}

export interface PaymentHistory {
  id: GeneratedAlways<bigint>;
  payment_id: number;
  at: Defaulted<Timestamp>;
  event: string;
  state_before: string | null;
  state_after: string;
  actor_id: number | null;
  via: string;
  reason: string | null;
  detail: Defaulted<Json>;
}

export interface PaymentMethods {
  id: GeneratedAlways<number>;
  owner: string;
  provider: string;
  provider_method_id: string;
  brand: string;
  last_four: string;
  exp_month: number | null;
  exp_year: number | null;
  created_at: Defaulted<Timestamp>;
  removed_at: Nullable<Timestamp>;
}

export interface PaymentRefunds {
  id: GeneratedAlways<number>;
  uuid: Generated<string>;
  payment_id: number;
  request_key: string;
  amount_minor: bigint;
  reason: string;
  detail: Defaulted<Json>;
  state: Generated<string>;
  error: string | null;
  provider_refund_id: string | null;
  actor_id: number | null;
  created_at: Defaulted<Timestamp>;
  ended_at: Nullable<Timestamp>;
  looks: Generated<number>;
  look_at: Defaulted<Timestamp>;
}

export interface Payments {
  id: GeneratedAlways<number>;
  uuid: Generated<string>;
  subject: string;
  payer: string;
  amount_minor: bigint;
  currency: string;
  capture: Generated<string>;
  state: Generated<string>;
  error_kind: string | null;
  provider: string;
  intent_id: string | null;
  captured_minor: Generated<bigint>;
  disputed_minor: Generated<bigint>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface PayoutAmounts {
  payout_id: number | null;
  n: number | null;
  subject: string | null;
  amount_minor: bigint | null;
}

export interface PayoutEvents {
  id: GeneratedAlways<bigint>;
  payout_id: number | null;
  run_id: number | null;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
}

export interface PayoutLines {
  payout_id: number;
  n: number;
  subject: string;
  amount_minor: bigint;
}

export interface PayoutReturns {
  id: GeneratedAlways<bigint>;
  payout_id: number;
  subject: string;
  amount_minor: bigint;
  at: Timestamp;
}

export interface PayoutRuns {
  id: GeneratedAlways<number>;
  state: Generated<string>;
  request_key: string;
  currency: string;
  party: string | null;
  cut_off: Timestamp;
  note: Generated<string>;
  opened_by: number | null;
  locked_by: number | null;
  approved_by: number | null;
  opened_at: Timestamp;
  ended_at: Nullable<Timestamp>;
  updated_at: Timestamp;
}

export interface Payouts {
  id: GeneratedAlways<number>;
  state: Generated<string>;
  owner: string;
  request_key: string;
  run_id: number | null;
  currency: string;
  amount_minor: bigint;
  method: Generated<string>;
  reference: Generated<string>;
  tries: Generated<number>;
  made_by: number | null;
  approved_by: number | null;
  made_at: Timestamp;
  sent_at: Nullable<Timestamp>;
  ended_at: Nullable<Timestamp>;
  updated_at: Timestamp;
  bank_account_at: Nullable<Timestamp>;
  returned_minor: Generated<bigint>;
}

export interface PlacedSales {
  subject: string;
  at: Timestamp;
  visitor: Buffer;
  is_known: boolean;
}

export interface ProductCategories {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  description: Generated<string>;
  position: Generated<number>;
}

export interface ProductChanges {
  id: GeneratedAlways<bigint>;
  product_id: number;
  at: Defaulted<Timestamp>;
  actor_id: number | null;
  changes: Json;
}

export interface ProductImages {
  id: GeneratedAlways<number>;
  product_id: number | null;
  alt: Generated<string>;
  position: Generated<number>;
  width: number;
  height: number;
  sizes: Json;
  uploaded_by: number | null;
  created_at: Defaulted<Timestamp>;
}

export interface ProductOptions {
  id: GeneratedAlways<number>;
  product_id: number;
  name: string;
  position: Generated<number>;
}

export interface ProductPrices {
  product_id: number;
  currency: string;
  base_minor: bigint;
  dealer_minor: bigint | null;
  deposit_minor: bigint | null;
}

export interface ProductSelectionPrices {
  selection_id: number;
  currency: string;
  base_minor: bigint;
  dealer_minor: bigint | null;
}

export interface ProductSelections {
  id: GeneratedAlways<number>;
  option_id: number;
  name: string;
  position: Generated<number>;
}

export interface ProductShippingClasses {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  description: Generated<string>;
  position: Generated<number>;
}

export interface Products {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  summary: Generated<string>;
  description: Generated<string>;
  sku: Generated<string>;
  category_id: number | null;
  state: Generated<string>;
  regions: Generated<number[]>;
  shipping_class_id: number | null;
  weight_g: Generated<number>;
  is_digital: Generated<boolean>;
  tracks_stock: Generated<boolean>;
  back_orders: Generated<boolean>;
  shortage_switch: string | null;
  is_rental: Generated<boolean>;
  is_loaner: Generated<boolean>;
  art: Generated<string>;
  highlights: Generated<string[]>;
  included: Generated<string[]>;
  attributes: Defaulted<Json>;
  position: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  low_stock_at: number | null;
}

export interface ProviderEvents {
  provider: string;
  event_id: string;
  type: string;
  about_kind: string | null;
  about_id: string | null;
  received_at: Defaulted<Timestamp>;
  processed_at: Nullable<Timestamp>;
  outcome: string | null;
  looks: Generated<number>;
  look_at: Defaulted<Timestamp>;
}

export interface RateLimits {
  key: string;
  hits: Generated<Date[]>;
  expires_at: Timestamp;
}

export interface ReceiptKeys {
  id: string;
  public_key: Buffer;
  sealed_key: Buffer;
  created_at: Defaulted<Timestamp>;
  retired_at: Nullable<Timestamp>;
}

export interface Receipts {
  id: Generated<string>;
  request_id: number;
  original_sha256: Buffer;
  delivered_sha256: Buffer;
  signed: string;
  created_at: Defaulted<Timestamp>;
}

export interface RecoveryCodes {
  user_id: number;
  code_hash: Buffer;
  used_at: Nullable<Timestamp>;
}

export interface RentalEvents {
  id: GeneratedAlways<bigint>;
  rental_id: number;
  at: Timestamp;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  note: Generated<string>;
  transfer_id: bigint | null;
}

export interface Rentals {
  id: GeneratedAlways<number>;
  kind: string;
  state: string;
  order_id: number;
  line: number;
  product_id: number;
  quantity: number;
  days: number;
  currency: string;
  rent_minor: bigint;
  deposit_minor: bigint;
  deposit_paid_at: Nullable<Timestamp>;
  location_id: number | null;
  out_at: Nullable<Timestamp>;
  due_at: Nullable<Timestamp>;
  returned_at: Nullable<Timestamp>;
  late_fee_minor: Generated<bigint>;
  damage_minor: Generated<bigint>;
  taken_minor: Generated<bigint>;
  reminded_at: Nullable<Timestamp>;
  created_at: Timestamp;
  updated_at: Timestamp;
  rest_minor: Generated<bigint>;
  rest_paid_at: Nullable<Timestamp>;
}

export interface ReplyKeys {
  id: Generated<number>;
  sealed_key: Buffer;
  created_at: Defaulted<Timestamp>;
}

export interface ReportRuns {
  id: GeneratedAlways<number>;
  schedule_id: number;
  period_from: Timestamp;
  period_to: Timestamp;
  row_count: number;
  csv: string;
  created_at: Defaulted<Timestamp>;
  pdf: Buffer | null;
  first_day: string;
  last_day: string;
}

export interface ReportSchedules {
  id: GeneratedAlways<number>;
  owner_id: number;
  report: string;
  every: string;
  paused: string | null;
  created_at: Defaulted<Timestamp>;
  format: Generated<string>;
}

export interface RescueEvents {
  id: GeneratedAlways<bigint>;
  session_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_kind: string;
  actor_id: number | null;
  reason: Generated<string>;
  detail: Defaulted<Json>;
  transfer_id: bigint | null;
}

export interface RescueFixes {
  id: GeneratedAlways<number>;
  title: string;
  steps: string;
  symptom: string | null;
  tool: Generated<string>;
  when_question: Generated<string>;
  when_answer: Generated<string>;
  position: Generated<number>;
  active: Generated<boolean>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface RescueSessions {
  id: GeneratedAlways<number>;
  code_hash: Buffer;
  state: Generated<string>;
  user_id: number | null;
  contact_name: string;
  email: string | null;
  phone: Generated<string>;
  tool: string;
  tool_serial: Generated<string>;
  vehicle: string;
  symptom: string;
  description: Generated<string>;
  answers: Defaulted<Json>;
  unsafe: Generated<boolean>;
  fix_id: number | null;
  assignee_id: number | null;
  cause: string | null;
  last_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  code_expires_at: Defaulted<Timestamp>;
  customer_running_at: Nullable<Timestamp>;
  staff_running_at: Nullable<Timestamp>;
}

export interface RescueSteps {
  id: GeneratedAlways<number>;
  session_id: number;
  number: number;
  text: string;
  asked_by: number | null;
  asked_at: Timestamp;
  answer: string | null;
  answered_at: Nullable<Timestamp>;
}

export interface SaleSources {
  subject: string;
  at: Timestamp;
  visit_id: bigint | null;
  source: string;
  medium: string;
  campaign: string;
  first_source: string;
  first_medium: string;
  first_campaign: string;
  country: Generated<string>;
  device: Generated<string>;
  currency: string | null;
  net_minor: Generated<bigint>;
  commission_minor: Generated<bigint>;
}

export interface Sales {
  id: GeneratedAlways<number>;
  name: string;
  description: Generated<string>;
  type: string;
  amount: Numeric;
  amount_type: string;
  code: string | null;
  countdown: Generated<boolean>;
  starts_at: Timestamp;
  ends_at: Timestamp;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  uses_max: number | null;
  uses: Generated<number>;
  changed_by: number | null;
}

export interface SavedReplies {
  id: GeneratedAlways<number>;
  title: string;
  text: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface SchemaMigrations {
  name: string;
  checksum: string;
  applied_at: Defaulted<Timestamp>;
}

export interface SecretLinks {
  kind: string | null;
  record_id: number | null;
  token_hash: Buffer | null;
  expires_at: Nullable<Timestamp>;
  revoked_at: Nullable<Timestamp>;
}

export interface SeoTexts {
  make_id: number;
  title: Generated<string>;
  description: Generated<string>;
  text: Generated<string>;
  updated_at: Defaulted<Timestamp>;
}

export interface Sessions {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  user_id: number;
  method: string;
  second_factor: Generated<boolean>;
  address: string;
  user_agent: string;
  created_at: Defaulted<Timestamp>;
  last_seen_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  authenticated_at: Defaulted<Timestamp>;
}

export interface Settings {
  name: string;
  value: Json;
  updated_at: Defaulted<Timestamp>;
}

export interface ShippingRates {
  class_id: number;
  zone_id: number;
  tier_key: string;
  currency: string;
  price_minor: bigint;
  extra_minor: Generated<bigint>;
}

export interface ShippingTiers {
  key: string;
  name: string;
  days_min: number | null;
  days_max: number | null;
  position: Generated<number>;
}

export interface ShippingZonePlaces {
  zone_id: number;
  country_code: string;
  state: Generated<string>;
}

export interface ShippingZones {
  id: GeneratedAlways<number>;
  name: string;
  position: Generated<number>;
}

export interface SignatureAuthorities {
  id: GeneratedAlways<number>;
  user_id: number;
  legal_name: string;
  created_by: number | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  revoked_at: Nullable<Timestamp>;
}

export interface SignatureFiles {
  id: GeneratedAlways<number>;
  authority_id: number;
  file_id: string;
  sha256: Buffer;
  how: string;
  added_by: number | null;
  added_at: Timestamp;
}

export interface SiteThemes {
  id: GeneratedAlways<number>;
  colors: Json;
  note: Generated<string>;
  created_by: number | null;
  created_at: Defaulted<Timestamp>;
}

export interface StaffApprovals {
  id: GeneratedAlways<number>;
  kind: string;
  subject: string;
  input: Json;
  summary: string;
  reason: string;
  state: Generated<string>;
  requested_by: number;
  requested_at: Timestamp;
  decided_by: number | null;
  decided_at: Nullable<Timestamp>;
  decision_note: Generated<string>;
}

export interface StaffNotes {
  id: GeneratedAlways<number>;
  record: string;
  text: string;
  author_id: number;
  at: Timestamp;
}

export interface StaffPages {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  job_title: Generated<string>;
  text: Generated<string>;
  picture_id: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface StockBackOrders {
  id: GeneratedAlways<bigint>;
  reference: string;
  product_id: number;
  quantity: number;
  month: string | null;
  created_at: Defaulted<Timestamp>;
  filled_at: Nullable<Timestamp>;
  cancelled_at: Nullable<Timestamp>;
}

export interface StockLevels {
  product_id: number;
  location_id: number;
  on_hand: Generated<number>;
  allocated: Generated<number>;
  in_transit: Generated<number>;
  quarantine: Generated<number>;
  reserve: Generated<number>;
}

export interface StockLocations {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  region: number | null;
  ships: Generated<boolean>;
  position: Generated<number>;
}

export interface StockMovements {
  id: GeneratedAlways<bigint>;
  at: Defaulted<Timestamp>;
  kind: string;
  product_id: number;
  location_id: number;
  on_hand_change: Generated<number>;
  allocated_change: Generated<number>;
  in_transit_change: Generated<number>;
  quarantine_change: Generated<number>;
  reference: string | null;
  reason: Generated<string>;
  actor_id: number | null;
  reverses: bigint | null;
  cost_minor: Generated<bigint>;
  cost_currency: string | null;
  uncosted_pieces: Generated<number>;
}

export interface StoreSaleLines {
  subject: string | null;
  line: number | null;
  slug: string | null;
  name: string | null;
  quantity: number | null;
  net_minor: bigint | null;
  discount_minor: bigint | null;
}

export interface StoreSales {
  subject: string | null;
  sale: string | null;
  sale_id: number | null;
  kind: string | null;
  state: string | null;
  email: string | null;
  buyer: string | null;
  country: string | null;
  shipping_minor: bigint | null;
  tax_minor: bigint | null;
  tracking_number: string | null;
  region: number | null;
  invoice_no: number | null;
}

export interface StoredFiles {
  id: Generated<string>;
  sha256: Buffer;
  size_bytes: bigint;
  name: string;
  media_type: string;
  belongs_to: string | null;
  uploaded_by: number | null;
  created_at: Defaulted<Timestamp>;
}

export interface SupportFiles {
  file_id: string;
  kind: string;
  ticket_id: number | null;
  message_id: number | null;
  session_id: number | null;
  step_id: number | null;
  uploaded_from: string | null;
}

export interface TagHits {
  visitor: Buffer;
  tag: string;
  first_at: Defaulted<Timestamp>;
}

export interface TaxRates {
  id: GeneratedAlways<number>;
  country_code: string;
  state: Generated<string>;
  name: string;
  percent: Numeric;
}

export interface TicketEvents {
  id: GeneratedAlways<bigint>;
  ticket_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_kind: string;
  actor_id: number | null;
  reason: Generated<string>;
  detail: Defaulted<Json>;
  transfer_id: bigint | null;
}

export interface TicketMessages {
  id: GeneratedAlways<number>;
  ticket_id: number;
  kind: string;
  author_id: number | null;
  author_name: string;
  text: string;
  created_at: Timestamp;
  by_mail: Generated<boolean>;
}

export interface TicketReplying {
  ticket_id: number;
  user_id: number;
  at: Timestamp;
}

export interface TicketTokens {
  token_hash: Buffer;
  ticket_id: number;
  created_at: Timestamp;
  expires_at: Defaulted<Timestamp>;
}

export interface Tickets {
  id: GeneratedAlways<number>;
  region: number;
  state: Generated<string>;
  title: string;
  description: string;
  customer_name: string;
  email: string | null;
  user_id: number | null;
  assignee_id: number | null;
  parent_id: number | null;
  merged_into: number | null;
  parked_until: Nullable<Timestamp>;
  offer: Nullable<Json>;
  accepted_at: Nullable<Timestamp>;
  clock_ran_ms: Generated<bigint>;
  clock_since: Nullable<Timestamp>;
  response_due_at: Nullable<Timestamp>;
  resolve_due_at: Nullable<Timestamp>;
  responded_at: Nullable<Timestamp>;
  resolved_at: Nullable<Timestamp>;
  closed_at: Nullable<Timestamp>;
  last_at: Timestamp;
  last_by: Generated<string>;
  replies: Generated<number>;
  helped: boolean | null;
  feedback: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  dealer_id: number | null;
  by_mail: Generated<boolean>;
  from_contact_form: Generated<boolean>;
}

export interface ToolManifestEvents {
  id: GeneratedAlways<bigint>;
  manifest_id: number;
  at: Timestamp;
  event: string;
  from_state: string;
  to_state: string;
  actor_id: number | null;
  reason: Generated<string>;
}

export interface ToolManifestWrites {
  tool_id: number;
  kind: string;
  name: string;
}

export interface ToolManifests {
  id: GeneratedAlways<number>;
  tool_id: number;
  version: number;
  user_id: number | null;
  manifest: Json;
  state: Generated<string>;
  reason: Generated<string>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ToolSessionEvents {
  session_id: number;
  step: number;
  event: string;
  event_id: Generated<string>;
  sent_at: Nullable<Timestamp>;
  request: string | null;
  signature: string | null;
  status: number | null;
  problem: string | null;
  response: string | null;
  duration_ms: number | null;
}

export interface ToolSessions {
  id: GeneratedAlways<number>;
  user_id: number;
  webhook_id: number;
  tool: string;
  operation: string;
  scenario: string;
  state: Generated<string>;
  due_at: Defaulted<Timestamp>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface Tools {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  description: Generated<string>;
  install_fee_minor: Generated<bigint>;
  rental_fee_minor: bigint | null;
  currency: string;
  is_fz3: Generated<boolean>;
  is_fzl: Generated<boolean>;
  is_benchflash: Generated<boolean>;
  is_dealer_ownable: Generated<boolean>;
  is_inhouse: Generated<boolean>;
  is_rentable: Generated<boolean>;
  position: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  product_slug: string | null;
  rental_slug: string | null;
  loan_slug: string | null;
}

export interface TrackingTags {
  tag: string;
  hidden_codes: Generated<string[]>;
  created_at: Defaulted<Timestamp>;
  id: GeneratedAlways<number>;
  affiliate_id: number | null;
  created_by: number | null;
  ended_at: Nullable<Timestamp>;
}

export interface TradeInEvents {
  id: GeneratedAlways<bigint>;
  trade_in_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
  note: Generated<string>;
  detail: Defaulted<Json>;
  transfer_id: bigint | null;
}

export interface TradeInPhotos {
  id: GeneratedAlways<number>;
  trade_in_id: number;
  width: number;
  height: number;
  sizes: Json;
  uploaded_by: number | null;
  created_at: Timestamp;
}

export interface TradeInTokens {
  token_hash: Buffer;
  trade_in_id: number;
  created_at: Defaulted<Timestamp>;
  expires_at: Defaulted<Timestamp>;
}

export interface TradeIns {
  id: GeneratedAlways<number>;
  state: Generated<string>;
  user_id: number | null;
  dealer_id: number | null;
  full_name: string;
  email: string;
  phone: Generated<string>;
  tool: string;
  serial: string;
  condition: string;
  note: Generated<string>;
  wanted_product_id: number | null;
  offer_minor: bigint | null;
  offer_currency: string | null;
  offer_until: Nullable<Timestamp>;
  offer_conditions: Generated<string>;
  pay_as: string | null;
  accepted_at: Nullable<Timestamp>;
  tracking_number: Generated<string>;
  product_id: number | null;
  location_id: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  serial_key: GeneratedAlways<string>;
  serial_twice: Generated<boolean>;
  guest_key: Buffer | null;
}

export interface TrafficAnnotations {
  id: GeneratedAlways<number>;
  day: string;
  text: string;
  written_by: number | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TrafficDays {
  dimension: number;
  day: string;
  value_id: number;
  visits: Generated<number>;
  visitors: Generated<number>;
  new_visitors: Generated<number>;
  views: Generated<number>;
  events: Generated<number>;
  bounces: Generated<number>;
  seconds: Generated<bigint>;
}

export interface TrafficGoals {
  id: GeneratedAlways<number>;
  name: string;
  kind: string;
  pattern: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TrafficHours {
  hour: Timestamp;
  visits: Generated<number>;
  visitors: Generated<number>;
  new_visitors: Generated<number>;
  views: Generated<number>;
  events: Generated<number>;
  bounces: Generated<number>;
  seconds: Generated<bigint>;
}

export interface TrafficProgress {
  one: Generated<boolean>;
  view_id: Generated<bigint>;
  event_id: Generated<bigint>;
  transfer_id: Generated<bigint>;
  counted_at: Nullable<Timestamp>;
}

export interface TrafficValues {
  id: GeneratedAlways<number>;
  dimension: number;
  value: string;
}

export interface TransmissionRoleDiscounts {
  transmission_id: number;
  key: string;
  percent: Numeric;
}

export interface TransmissionToolRestrictions {
  transmission_id: number;
  tool_id: number;
}

export interface TransmissionTunes {
  transmission_id: number;
  tune_id: number;
}

export interface Transmissions {
  id: GeneratedAlways<number>;
  make_id: number;
  slug: string;
  name: string;
  kind: Generated<string>;
  gears: number | null;
  awd: Generated<boolean>;
  code: Generated<string>;
  description: Generated<string>;
  notes: Generated<string>;
  staff_notes: Generated<string>;
  regions: Generated<number[]>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TuneCreditCodes {
  id: GeneratedAlways<number>;
  code_hash: Buffer;
  hint: string;
  state: Generated<string>;
  kind: string;
  units: number;
  dealer_id: number | null;
  given_by: number | null;
  recipient: string | null;
  note: Generated<string>;
  credit_days: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  claimed_by: number | null;
  claimed_at: Nullable<Timestamp>;
  ended_at: Nullable<Timestamp>;
}

export interface TuneCreditLeft {
  id: number | null;
  owner: string | null;
  kind: string | null;
  units: number | null;
  currency: string | null;
  source: string | null;
  subject: string | null;
  reason: string | null;
  issued_at: Nullable<Timestamp>;
  expires_at: Nullable<Timestamp>;
  warned_days: number | null;
  left_units: number | null;
  held_units: number | null;
  left_minor: bigint | null;
}

export interface TuneCreditLots {
  id: GeneratedAlways<number>;
  owner: string;
  kind: string;
  units: number;
  value_minor: bigint | null;
  currency: string | null;
  source: string;
  subject: string;
  parent_id: number | null;
  reason: Generated<string>;
  given_by: number | null;
  issued_at: Timestamp;
  expires_at: Timestamp;
  warned_days: number | null;
}

export interface TuneCreditUses {
  id: GeneratedAlways<bigint>;
  lot_id: number;
  what: string;
  subject: string;
  line: number | null;
  units: number;
  value_minor: bigint | null;
  worth_minor: bigint | null;
  rate: string | null;
  rate_at: Nullable<Timestamp>;
  state: string;
  hold_id: bigint | null;
  at: Timestamp;
  ended_at: Nullable<Timestamp>;
}

export interface TuneLinks {
  tune_id: number;
  other_id: number;
  kind: string;
}

export interface TunePrices {
  tune_id: number;
  currency: string;
  base_minor: bigint;
  base_addon_minor: bigint | null;
  dealer_minor: bigint | null;
  dealer_addon_minor: bigint | null;
}

export interface TunePricingTierPrices {
  tier_id: number;
  currency: string;
  base_minor: bigint;
  base_addon_minor: bigint | null;
  dealer_minor: bigint | null;
  dealer_addon_minor: bigint | null;
}

export interface TunePricingTiers {
  id: GeneratedAlways<number>;
  name: string;
  position: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TuneRequestEvents {
  id: GeneratedAlways<bigint>;
  request_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_kind: string;
  actor_id: number | null;
  reason: Generated<string>;
  detail: Defaulted<Json>;
}

export interface TuneRequestFiles {
  id: GeneratedAlways<number>;
  request_id: number;
  file_id: string;
  kind: string;
  state: string | null;
  summary: Nullable<Json>;
  note: Generated<string>;
  uploaded_by: number | null;
  created_at: Timestamp;
}

export interface TuneRequestLogs {
  request_id: number;
  graph_id: string;
  created_at: Defaulted<Timestamp>;
}

export interface TuneRequestMessages {
  id: GeneratedAlways<number>;
  request_id: number;
  kind: string;
  user_id: number | null;
  author: string;
  text: string;
  created_at: Timestamp;
}

export interface TuneRequestTokens {
  token_hash: Buffer;
  request_id: number;
  created_by: number | null;
  expires_at: Timestamp;
}

export interface TuneRequests {
  id: GeneratedAlways<number>;
  state: Generated<string>;
  version: Generated<number>;
  purpose: string;
  mode: string;
  region: number;
  user_id: number;
  dealer_id: number | null;
  parent_id: number | null;
  terms_sha256: Buffer | null;
  sniffed: Json;
  identified: Json;
  proposals: Defaulted<Json>;
  engine_id: number | null;
  transmission_id: number | null;
  vehicle: Generated<string>;
  vehicle_path: string | null;
  information: Defaulted<Json>;
  wishes: Generated<string>;
  tune_ids: Generated<number[]>;
  estimate_hash: string | null;
  tuner_id: number | null;
  worker_id: number | null;
  author_id: number | null;
  revisions: Generated<number>;
  state_at: Timestamp;
  queued_at: Nullable<Timestamp>;
  promised_at: Nullable<Timestamp>;
  delivered_at: Nullable<Timestamp>;
  downloaded_at: Nullable<Timestamp>;
  revision_until: Nullable<Timestamp>;
  created_at: Timestamp;
  updated_at: Timestamp;
  credit_ids: Generated<number[]>;
  request_key: string | null;
}

export interface TuneTools {
  tune_id: number;
  tool_id: number;
}

export interface TuneTuneTypes {
  tune_id: number;
  tune_type_id: number;
}

export interface TuneTypeGroups {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  position: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TuneTypes {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  is_awd: Generated<boolean>;
  is_dsg: Generated<boolean>;
  group_id: number | null;
  categories: Generated<string[]>;
  position: Generated<number>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TunerBrandMembers {
  brand_id: number;
  tuner_id: number;
  created_at: Defaulted<Timestamp>;
}

export interface TunerBrands {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  description: Generated<string>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TunerMembers {
  tuner_id: number;
  user_id: number;
  created_at: Defaulted<Timestamp>;
}

export interface Tuners {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  state: Generated<string>;
  currency: Generated<string>;
  share_percent: Defaulted<Numeric>;
}

export interface Tunes {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  part_number: Generated<string>;
  is_stock: Generated<boolean>;
  optional: Generated<boolean>;
  description: Generated<string>;
  notes: Generated<string>;
  staff_notes: Generated<string>;
  horsepower: Nullable<Numeric>;
  horsepower_unit: Generated<string>;
  torque: Nullable<Numeric>;
  torque_unit: Generated<string>;
  torque_limit: Nullable<Numeric>;
  torque_limit_unit: Generated<string>;
  crank_horsepower: Nullable<Numeric>;
  crank_horsepower_unit: Generated<string>;
  crank_torque: Nullable<Numeric>;
  crank_torque_unit: Generated<string>;
  tier_id: number | null;
  cost_minor: bigint | null;
  cost_currency: string | null;
  give_split_credits: Generated<boolean>;
  split_ecu_credit_amt: Generated<number>;
  split_tcu_credit_amt: Generated<number>;
  split_awd_credit_amt: Generated<number>;
  split_credit_dealer_text: Generated<string>;
  position: Generated<number>;
  regions: Generated<number[]>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  tuner_id: number | null;
  figures_basis: Generated<string>;
  power_gain_percent: Nullable<Numeric>;
  torque_gain_percent: Nullable<Numeric>;
}

export interface UploadPieces {
  id: Generated<string>;
  upload_id: string;
  start_bytes: bigint;
  size_bytes: Generated<bigint>;
}

export interface Uploads {
  id: Generated<string>;
  user_id: number;
  name: string;
  size_bytes: bigint;
  offset_bytes: Generated<bigint>;
  purpose: string;
  mode: string;
  terms_sha256: Buffer;
  told_sha256: Buffer | null;
  sha256: Buffer | null;
  state: Generated<string>;
  writer: string | null;
  writer_until: Nullable<Timestamp>;
  sniffed: Nullable<Json>;
  identified: Nullable<Json>;
  file_id: string | null;
  created_at: Defaulted<Timestamp>;
  expires_at: Timestamp;
  counted_by: string | null;
}

export interface Users {
  id: GeneratedAlways<number>;
  name: string;
  email: string;
  email_confirmed_at: Nullable<Timestamp>;
  password_hash: string | null;
  role: Generated<number>;
  flags: Generated<string[]>;
  preferred_display_currency: string | null;
  totp_secret: Buffer | null;
  totp_confirmed_at: Nullable<Timestamp>;
  totp_last_step: Generated<bigint>;
  oidc_issuer: string | null;
  oidc_subject: string | null;
  banned_at: Nullable<Timestamp>;
  ban_reason: string | null;
  last_seen_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  pending_email: string | null;
  pending_email_at: Nullable<Timestamp>;
  first_confirmed_at: Nullable<Timestamp>;
  oidc_linked_at: Nullable<Timestamp>;
  language: string | null;
  deletion_due_at: Nullable<Timestamp>;
  deleted_at: Nullable<Timestamp>;
  guest_email: string | null;
  guest_taken_by: number | null;
}

export interface ValueTransferEvents {
  id: GeneratedAlways<number>;
  transfer_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_kind: string;
  actor_id: number | null;
  reason: Generated<string>;
  detail: Defaulted<Json>;
  ledger_ids: Generated<bigint[]>;
}

export interface ValueTransfers {
  id: GeneratedAlways<number>;
  state: Generated<string>;
  old_request_id: number;
  old_purchase_id: number;
  new_request_id: number | null;
  new_purchase_id: number | null;
  user_id: number;
  dealer_id: number | null;
  cause: string;
  reason: string;
  evidence: Generated<string>;
  evidence_requested_at: Nullable<Timestamp>;
  currency: string;
  snapshot: Json;
  value_minor: bigint | null;
  fee_minor: bigint | null;
  price_minor: bigint | null;
  hold_id: bigint | null;
  created_by: number;
  by_staff: boolean;
  reviewed_by: number | null;
  reviewed_at: Nullable<Timestamp>;
  due_at: Nullable<Timestamp>;
  performed_at: Nullable<Timestamp>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface VehicleImportSkips {
  import_id: number;
  line: number;
  reason: string;
}

export interface VehicleImports {
  id: GeneratedAlways<number>;
  file_name: string;
  file_sha256: Buffer;
  region: number;
  state: Generated<string>;
  rows_done: Generated<number>;
  rows_total: number | null;
  report: Defaulted<Json>;
  started_by: number | null;
  started_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  finished_at: Nullable<Timestamp>;
  file_id: string | null;
  header: Generated<string[]>;
  sample: Defaulted<Json>;
  columns: Defaulted<Json>;
  check_report: Nullable<Json>;
  problem: string | null;
}

export interface VehicleRecords {
  id: GeneratedAlways<number>;
  vehicle_id: number;
  kind: string;
  ref: string;
  title: string;
  detail: Generated<string>;
  at: Timestamp;
  added_by: number | null;
  created_at: Defaulted<Timestamp>;
  power_hp: number | null;
  torque_nm: number | null;
}

export interface VehicleTransferEvents {
  id: GeneratedAlways<bigint>;
  transfer_id: number;
  at: Timestamp;
  event: string;
  from_state: string | null;
  to_state: string;
  actor_id: number | null;
}

export interface VehicleTransfers {
  id: GeneratedAlways<number>;
  vehicle_id: number;
  state: Generated<string>;
  from_user_id: number;
  to_user_id: number | null;
  code_hash: Buffer;
  expires_at: Timestamp;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
  email: string | null;
}

export interface VehicleTransmissions {
  vehicle_id: number;
  transmission_id: number;
}

export interface Vehicles {
  id: GeneratedAlways<number>;
  year_id: number;
  model_id: number;
  engine_id: number;
  engine_slug: string;
  vehicle_class: Generated<string>;
  drive: Generated<string>;
  regions: Generated<number[]>;
  source_names: Generated<string[]>;
  trims: Generated<string[]>;
  bodies: Generated<string[]>;
  drives: Generated<string[]>;
}

export interface VisitorSalts {
  day: string;
  salt: Buffer;
}

export interface WebVisitors {
  visitor: Buffer;
  first_at: Timestamp;
  last_at: Timestamp;
  source: string;
  medium: string;
  campaign: string;
}

export interface WebVisits {
  id: GeneratedAlways<bigint>;
  started_at: Timestamp;
  last_at: Timestamp;
  visitor: Buffer;
  is_known: boolean;
  is_new: boolean;
  views: number;
  events: number;
  entry: string;
  exit: string;
  source: string;
  medium: string;
  campaign: string;
  first_source: string;
  first_medium: string;
  first_campaign: string;
  country: string;
  language: string;
  device: string;
  browser: string;
  os: string;
  step: number;
}

export interface WebauthnChallenges {
  id: Generated<string>;
  challenge: string;
  purpose: string;
  user_id: number | null;
  session_id: number | null;
  expires_at: Timestamp;
}

export interface WebhookDeliveries {
  id: GeneratedAlways<bigint>;
  webhook_id: number;
  event: string;
  event_id: Generated<string>;
  data: Json;
  state: Generated<string>;
  attempts: Generated<number>;
  next_attempt_at: Defaulted<Timestamp>;
  status: number | null;
  problem: string | null;
  response: string | null;
  created_at: Defaulted<Timestamp>;
  ended_at: Nullable<Timestamp>;
}

export interface Webhooks {
  id: GeneratedAlways<number>;
  user_id: number;
  url: string;
  events: string[];
  sealed_secret: Buffer | null;
  sealed_previous_secret: Buffer | null;
  previous_until: Nullable<Timestamp>;
  failed_in_row: Generated<number>;
  paused_at: Nullable<Timestamp>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface Years {
  id: GeneratedAlways<number>;
  make_id: number;
  year: string;
  rank: GeneratedAlways<string>;
  updated_at: Defaulted<Timestamp>;
}

export interface DB {
  addresses: Addresses;
  affiliate_feedback: AffiliateFeedback;
  affiliate_level_events: AffiliateLevelEvents;
  affiliate_members: AffiliateMembers;
  affiliate_offers: AffiliateOffers;
  affiliate_terms: AffiliateTerms;
  affiliates: Affiliates;
  alerts: Alerts;
  api_keys: ApiKeys;
  area_versions: AreaVersions;
  audit_log: AuditLog;
  beta_events: BetaEvents;
  beta_feedback: BetaFeedback;
  beta_participants: BetaParticipants;
  beta_programs: BetaPrograms;
  blog_posts: BlogPosts;
  bulk_run_refusals: BulkRunRefusals;
  bulk_runs: BulkRuns;
  catalog_categories: CatalogCategories;
  catalog_estimates: CatalogEstimates;
  catalog_purchase_events: CatalogPurchaseEvents;
  catalog_purchase_lines: CatalogPurchaseLines;
  catalog_purchase_shares: CatalogPurchaseShares;
  catalog_purchase_tokens: CatalogPurchaseTokens;
  catalog_purchases: CatalogPurchases;
  catalog_settings: CatalogSettings;
  catalog_sheets: CatalogSheets;
  catalog_subscriptions: CatalogSubscriptions;
  client_errors: ClientErrors;
  client_events: ClientEvents;
  credit_notes: CreditNotes;
  data_exports: DataExports;
  dealer_addresses: DealerAddresses;
  dealer_blog_mails: DealerBlogMails;
  dealer_blog_unsubscribes: DealerBlogUnsubscribes;
  dealer_credit_deal_events: DealerCreditDealEvents;
  dealer_credit_deals: DealerCreditDeals;
  dealer_credit_warnings: DealerCreditWarnings;
  dealer_invite_events: DealerInviteEvents;
  dealer_invites: DealerInvites;
  dealer_members: DealerMembers;
  dealer_onboarding: DealerOnboarding;
  dealer_payment_items: DealerPaymentItems;
  dealer_payments: DealerPayments;
  dealer_purchase_approval_events: DealerPurchaseApprovalEvents;
  dealer_purchase_approvals: DealerPurchaseApprovals;
  dealer_reminders: DealerReminders;
  dealer_specialization_links: DealerSpecializationLinks;
  dealer_specializations: DealerSpecializations;
  dealer_statement_mails: DealerStatementMails;
  dealer_statements: DealerStatements;
  dealer_tiers: DealerTiers;
  dealer_tools: DealerTools;
  dealers: Dealers;
  demo_accounts: DemoAccounts;
  demo_steps: DemoSteps;
  discount_codes: DiscountCodes;
  document_counters: DocumentCounters;
  dyno_csvs: DynoCsvs;
  engine_role_discounts: EngineRoleDiscounts;
  engine_tool_restrictions: EngineToolRestrictions;
  engine_transmissions: EngineTransmissions;
  engine_tunes: EngineTunes;
  engines: Engines;
  garage_vehicles: GarageVehicles;
  graphs: Graphs;
  guess_limits: GuessLimits;
  guest_links: GuestLinks;
  guides: Guides;
  idempotency_keys: IdempotencyKeys;
  inbound_mails: InboundMails;
  job_periods: JobPeriods;
  kit_builder_trees: KitBuilderTrees;
  lead_activities: LeadActivities;
  lead_board_changes: LeadBoardChanges;
  lead_calendar_feeds: LeadCalendarFeeds;
  lead_causes: LeadCauses;
  lead_comments: LeadComments;
  lead_contact_labels: LeadContactLabels;
  lead_contact_values: LeadContactValues;
  lead_contacts: LeadContacts;
  lead_deal_events: LeadDealEvents;
  lead_deal_labels: LeadDealLabels;
  lead_deal_participants: LeadDealParticipants;
  lead_deal_values: LeadDealValues;
  lead_deals: LeadDeals;
  lead_fields: LeadFields;
  lead_files: LeadFiles;
  lead_import_skips: LeadImportSkips;
  lead_imports: LeadImports;
  lead_labels: LeadLabels;
  lead_mail_replies: LeadMailReplies;
  lead_mail_templates: LeadMailTemplates;
  lead_mails: LeadMails;
  lead_notes: LeadNotes;
  lead_opportunities: LeadOpportunities;
  lead_opportunity_events: LeadOpportunityEvents;
  lead_organizations: LeadOrganizations;
  lead_pipelines: LeadPipelines;
  lead_stages: LeadStages;
  lead_unsubscribed: LeadUnsubscribed;
  ledger_accounts: LedgerAccounts;
  ledger_balances: LedgerBalances;
  ledger_checks: LedgerChecks;
  ledger_entries: LedgerEntries;
  ledger_head: LedgerHead;
  ledger_kinds: LedgerKinds;
  ledger_seals: LedgerSeals;
  ledger_transfers: LedgerTransfers;
  licence_locks: LicenceLocks;
  line_dispute_events: LineDisputeEvents;
  line_disputes: LineDisputes;
  list_view_defaults: ListViewDefaults;
  list_views: ListViews;
  mail_bodies: MailBodies;
  mail_languages: MailLanguages;
  mail_outbox: MailOutbox;
  mail_tokens: MailTokens;
  make_aliases: MakeAliases;
  makes: Makes;
  media: Media;
  media_uses: MediaUses;
  metric_sale_lines: MetricSaleLines;
  metric_sales: MetricSales;
  model_aliases: ModelAliases;
  model_search: ModelSearch;
  model_years: ModelYears;
  models: Models;
  newsletter_deliveries: NewsletterDeliveries;
  newsletter_events: NewsletterEvents;
  newsletter_subscribers: NewsletterSubscribers;
  newsletters: Newsletters;
  notifications: Notifications;
  order_events: OrderEvents;
  order_lines: OrderLines;
  order_return_lines: OrderReturnLines;
  order_returns: OrderReturns;
  order_shipments: OrderShipments;
  order_tokens: OrderTokens;
  orders: Orders;
  page_versions: PageVersions;
  page_views: PageViews;
  pages: Pages;
  paid_subject_lines: PaidSubjectLines;
  paid_subjects: PaidSubjects;
  partner_application_events: PartnerApplicationEvents;
  partner_applications: PartnerApplications;
  partner_bank_accounts: PartnerBankAccounts;
  passkeys: Passkeys;
  passport_shares: PassportShares;
  payment_attempts: PaymentAttempts;
  payment_customers: PaymentCustomers;
  payment_history: PaymentHistory;
  payment_methods: PaymentMethods;
  payment_refunds: PaymentRefunds;
  payments: Payments;
  payout_amounts: PayoutAmounts;
  payout_events: PayoutEvents;
  payout_lines: PayoutLines;
  payout_returns: PayoutReturns;
  payout_runs: PayoutRuns;
  payouts: Payouts;
  placed_sales: PlacedSales;
  product_categories: ProductCategories;
  product_changes: ProductChanges;
  product_images: ProductImages;
  product_options: ProductOptions;
  product_prices: ProductPrices;
  product_selection_prices: ProductSelectionPrices;
  product_selections: ProductSelections;
  product_shipping_classes: ProductShippingClasses;
  products: Products;
  provider_events: ProviderEvents;
  rate_limits: RateLimits;
  receipt_keys: ReceiptKeys;
  receipts: Receipts;
  recovery_codes: RecoveryCodes;
  rental_events: RentalEvents;
  rentals: Rentals;
  reply_keys: ReplyKeys;
  report_runs: ReportRuns;
  report_schedules: ReportSchedules;
  rescue_events: RescueEvents;
  rescue_fixes: RescueFixes;
  rescue_sessions: RescueSessions;
  rescue_steps: RescueSteps;
  sale_sources: SaleSources;
  sales: Sales;
  saved_replies: SavedReplies;
  schema_migrations: SchemaMigrations;
  secret_links: SecretLinks;
  seo_texts: SeoTexts;
  sessions: Sessions;
  settings: Settings;
  shipping_rates: ShippingRates;
  shipping_tiers: ShippingTiers;
  shipping_zone_places: ShippingZonePlaces;
  shipping_zones: ShippingZones;
  signature_authorities: SignatureAuthorities;
  signature_files: SignatureFiles;
  site_themes: SiteThemes;
  staff_approvals: StaffApprovals;
  staff_notes: StaffNotes;
  staff_pages: StaffPages;
  stock_back_orders: StockBackOrders;
  stock_levels: StockLevels;
  stock_locations: StockLocations;
  stock_movements: StockMovements;
  store_sale_lines: StoreSaleLines;
  store_sales: StoreSales;
  stored_files: StoredFiles;
  support_files: SupportFiles;
  tag_hits: TagHits;
  tax_rates: TaxRates;
  ticket_events: TicketEvents;
  ticket_messages: TicketMessages;
  ticket_replying: TicketReplying;
  ticket_tokens: TicketTokens;
  tickets: Tickets;
  tool_manifest_events: ToolManifestEvents;
  tool_manifest_writes: ToolManifestWrites;
  tool_manifests: ToolManifests;
  tool_session_events: ToolSessionEvents;
  tool_sessions: ToolSessions;
  tools: Tools;
  tracking_tags: TrackingTags;
  trade_in_events: TradeInEvents;
  trade_in_photos: TradeInPhotos;
  trade_in_tokens: TradeInTokens;
  trade_ins: TradeIns;
  traffic_annotations: TrafficAnnotations;
  traffic_days: TrafficDays;
  traffic_goals: TrafficGoals;
  traffic_hours: TrafficHours;
  traffic_progress: TrafficProgress;
  traffic_values: TrafficValues;
  transmission_role_discounts: TransmissionRoleDiscounts;
  transmission_tool_restrictions: TransmissionToolRestrictions;
  transmission_tunes: TransmissionTunes;
  transmissions: Transmissions;
  tune_credit_codes: TuneCreditCodes;
  tune_credit_left: TuneCreditLeft;
  tune_credit_lots: TuneCreditLots;
  tune_credit_uses: TuneCreditUses;
  tune_links: TuneLinks;
  tune_prices: TunePrices;
  tune_pricing_tier_prices: TunePricingTierPrices;
  tune_pricing_tiers: TunePricingTiers;
  tune_request_events: TuneRequestEvents;
  tune_request_files: TuneRequestFiles;
  tune_request_logs: TuneRequestLogs;
  tune_request_messages: TuneRequestMessages;
  tune_request_tokens: TuneRequestTokens;
  tune_requests: TuneRequests;
  tune_tools: TuneTools;
  tune_tune_types: TuneTuneTypes;
  tune_type_groups: TuneTypeGroups;
  tune_types: TuneTypes;
  tuner_brand_members: TunerBrandMembers;
  tuner_brands: TunerBrands;
  tuner_members: TunerMembers;
  tuners: Tuners;
  tunes: Tunes;
  upload_pieces: UploadPieces;
  uploads: Uploads;
  users: Users;
  value_transfer_events: ValueTransferEvents;
  value_transfers: ValueTransfers;
  vehicle_import_skips: VehicleImportSkips;
  vehicle_imports: VehicleImports;
  vehicle_records: VehicleRecords;
  vehicle_transfer_events: VehicleTransferEvents;
  vehicle_transfers: VehicleTransfers;
  vehicle_transmissions: VehicleTransmissions;
  vehicles: Vehicles;
  visitor_salts: VisitorSalts;
  web_visitors: WebVisitors;
  web_visits: WebVisits;
  webauthn_challenges: WebauthnChallenges;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
  years: Years;
}
