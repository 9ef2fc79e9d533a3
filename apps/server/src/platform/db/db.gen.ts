// Made from the migrations by `npm run cli db-types`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
/** Written as an object or as ready JSON text; a bare array would become a PostgreSQL array, so it must be text. */
export type Json = ColumnType<JsonValue, { readonly [key: string]: unknown } | string, { readonly [key: string]: unknown } | string>;
export type Numeric = ColumnType<string, string | number | bigint, string | number | bigint>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** A column with a default whose reading and writing types differ. */
export type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : Generated<T>;
/** A nullable column whose reading and writing types differ. */
export type Nullable<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : T | null;

export interface AffiliateMembers {
  affiliate_id: number;
  user_id: number;
  created_at: Defaulted<Timestamp>;
}

export interface Affiliates {
  id: GeneratedAlways<number>;
  name: string;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
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
}

export interface DealerMembers {
  dealer_id: number;
  user_id: number;
  kind: string;
  created_at: Defaulted<Timestamp>;
}

export interface Dealers {
  id: GeneratedAlways<number>;
  slug: string;
  name: string;
  preferred_display_currency: string | null;
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

export interface JobPeriods {
  schedule: string;
  period: Timestamp;
  job_id: string | null;
  claimed_at: Defaulted<Timestamp>;
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
  secret: Generated<boolean>;
  erased_at: Nullable<Timestamp>;
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

export interface RateLimits {
  key: string;
  hits: Generated<Date[]>;
  expires_at: Timestamp;
}

export interface RecoveryCodes {
  user_id: number;
  code_hash: Buffer;
  used_at: Nullable<Timestamp>;
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
}

export interface SchemaMigrations {
  name: string;
  checksum: string;
  applied_at: Defaulted<Timestamp>;
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
}

export interface Settings {
  name: string;
  value: Json;
  updated_at: Defaulted<Timestamp>;
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

export interface TagHits {
  visitor: Buffer;
  tag: string;
  first_at: Defaulted<Timestamp>;
}

export interface TrackingTags {
  tag: string;
  hidden_codes: Generated<string[]>;
  created_at: Defaulted<Timestamp>;
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
}

export interface VisitorSalts {
  day: string;
  salt: Buffer;
}

export interface WebauthnChallenges {
  id: Generated<string>;
  challenge: string;
  purpose: string;
  user_id: number | null;
  session_id: number | null;
  expires_at: Timestamp;
}

export interface DB {
  affiliate_members: AffiliateMembers;
  affiliates: Affiliates;
  alerts: Alerts;
  area_versions: AreaVersions;
  audit_log: AuditLog;
  client_errors: ClientErrors;
  client_events: ClientEvents;
  dealer_members: DealerMembers;
  dealers: Dealers;
  idempotency_keys: IdempotencyKeys;
  job_periods: JobPeriods;
  mail_outbox: MailOutbox;
  mail_tokens: MailTokens;
  page_views: PageViews;
  passkeys: Passkeys;
  rate_limits: RateLimits;
  recovery_codes: RecoveryCodes;
  sales: Sales;
  schema_migrations: SchemaMigrations;
  sessions: Sessions;
  settings: Settings;
  stored_files: StoredFiles;
  tag_hits: TagHits;
  tracking_tags: TrackingTags;
  tuner_members: TunerMembers;
  tuners: Tuners;
  users: Users;
  visitor_salts: VisitorSalts;
  webauthn_challenges: WebauthnChallenges;
}
