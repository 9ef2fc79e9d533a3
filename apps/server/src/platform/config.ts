import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { isLoopback } from './loopback.ts';
import { isSecretKey } from './secrets/secret-key-text.ts';
import { checkEndpointTls, checkMailTls } from './tls-policy.ts';

export { ConfigError };

// Settings come only from the environment; each is described in the README. An invalid one aborts the start and is
// named.

const regionIds = z
  .string()
  .transform((text) => text.split(',').map((part) => Number(part.trim())))
  .pipe(z.array(z.union([z.literal(1), z.literal(2)])).min(1));

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text;

const databaseUrl = /^postgres(ql)?:\/\//;

const secretKey = z
  .string()
  .min(32, 'each key must have at least 32 characters')
  .refine(isSecretKey, 'a key from the key file is key: and the 43 characters of its line');

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.string().regex(databaseUrl, 'must look like postgres://user:password@host:5432/database').optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(databaseUrl, 'must look like postgres://user:password@host:5432/database')
    .optional(),
  DATABASE_CA: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  DATA_DIR: z.string().default('var/data'),
  PG_BIN: z.string().optional(),
  STORAGE_URL: z
    .string()
    .regex(/^(file:|s3:\/\/)/, 'must start with file: or s3://')
    .optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ANONYMOUS_LOGS_MIB: z.coerce.number().int().min(1).max(10_000_000).default(4096),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_TLS: z.enum(['required', 'optional']).optional(),
  MAIL_FROM: z.string().default('Tuneport <no-reply@tuneport.test>'),
  REPLY_MAIL_DOMAIN: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]{0,180}[a-z0-9])?$/i, 'must be a domain such as reply.tuneport.example')
    .optional(),
  INBOUND_MAIL_SECRET: list
    .pipe(z.array(z.string().min(24, 'each secret must have at least 24 characters')).min(1))
    .optional(),
  PAYMENT_PROVIDER: z.enum(['test', 'stripe', 'off']).optional(),
  PAYMENT_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  PAYMENT_SECRET_KEY: z.string().optional(),
  PAYMENT_PUBLIC_KEY: z.string().optional(),
  PAYMENT_WEBHOOK_SECRET: list.optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default('single sign-on'),
  SECRET_KEY: list.pipe(z.array(secretKey).min(1)).optional(),
  GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_URL: z.url({ protocol: /^https?$/ }).default('https://www.google.com/recaptcha'),
  TRUSTED_PROXIES: list.default([]),
  ANALYTICS_ORIGINS: list
    .refine((origins) => origins.every(isOrigin), 'must be origins like https://blog.example.com, separated by commas')
    .default([]),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:name@example.com or an https:// address')
    .optional(),
  REGIONS: regionIds.default([1]),
  WEBHOOKS_TO_PRIVATE_NETWORKS: z.enum(['on', 'off']).default('off'),
  JOBS: z.enum(['on', 'off']).default('on'),
  DEMO: z.enum(['on', 'small', 'off']).optional(),
  API_DOCS: z.enum(['public', 'staff', 'off']).optional(),
  METRICS: z.enum(['on', 'off']).default('off'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly publicOrigin: string;
  /** Cookies are Secure (with the __Host- prefix) unless the site is served over plain HTTP to other machines. */
  readonly secureCookies: boolean;
  readonly databaseUrl: string | undefined;
  /** Direct database address, if DATABASE_URL points to a pooler in transaction mode. */
  readonly databaseDirectUrl: string | undefined;
  /** CA file for the certificate of the database. */
  readonly databaseCa: string | undefined;
  readonly databasePool: number;
  readonly dataDir: string;
  /** Binaries of an installed PostgreSQL, instead of the embedded ones. */
  readonly pgBin: string | undefined;
  /** Total size limit for logs uploaded without an account. */
  readonly anonymousLogsMib: number;
  readonly storage:
    | { readonly kind: 'folder'; readonly folder: string }
    | {
        readonly kind: 's3';
        readonly endpoint: string;
        readonly bucket: string;
        readonly prefix: string;
        readonly region: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
      };
  readonly mailUrl: string | undefined;
  /** `required`: mail is never sent without TLS. */
  readonly mailTls: 'required' | 'optional';
  readonly mailFrom: string;
  /** Domain of reply addresses; without it mails cannot be answered. */
  readonly replyMailDomain: string | undefined;
  /** What a mail server or provider proves itself with; two during rotation. Without one it cannot deliver mail. */
  readonly inboundMailSecrets: readonly string[];
  readonly payment: PaymentConfig;
  readonly oidc:
    | { readonly issuer: string; readonly clientId: string; readonly clientSecret: string; readonly name: string }
    | undefined;
  /** The first one encrypts, all decrypt; without them the key file in the data folder is used. */
  readonly secretKeys: readonly string[] | undefined;
  readonly geocoderUrl: string | undefined;
  /** Without a secret no form uses reCAPTCHA. */
  readonly recaptcha: { readonly secret: string; readonly url: string } | undefined;
  readonly trustedProxies: readonly string[];
  /** Other sites whose page views are counted here. */
  readonly analyticsOrigins: readonly string[];
  /** Where vulnerabilities are reported, for security.txt. */
  readonly securityContact: string | undefined;
  readonly regions: readonly (1 | 2)[];
  /** Webhooks may use plain HTTP and addresses that are not public. */
  readonly webhooksToPrivateNetworks: boolean;
  readonly jobs: boolean;
  /** Reachable from other machines: HOST or PUBLIC_ORIGIN is not loopback. */
  readonly exposed: boolean;
  /** Settings without a default on an exposed site; the server does not start while any of them is missing. */
  readonly undecided: readonly string[];
  /** Demo accounts have a published password: on by default only when the site is not exposed. */
  readonly demo: boolean;
  /** Whether the demo data set has every vehicle of the shipped table or only a few makes. */
  readonly demoCatalog: 'full' | 'small';
  /** Who sees the API documentation of staff calls; `off` disables the documentation. */
  readonly apiDocs: 'public' | 'staff' | 'off';
  readonly metrics: boolean;
  readonly logLevel: string;
};

export type PaymentConfig =
  | { readonly provider: 'off' }
  /** Takes invented cards for real orders: the default only when the site is not exposed. */
  | { readonly provider: 'test' }
  | {
      readonly provider: 'stripe';
      readonly baseUrl: string | undefined;
      readonly secretKey: string;
      /** For the browser. Without it no card can be entered; only stored methods or tokens from elsewhere can pay. */
      readonly publicKey: string | undefined;
      /** Two during rotation. */
      readonly webhookSecrets: readonly string[];
    };

/** For the server. Commands run with any settings, since they serve no visitors. */
export function assertDecided({ undecided, host, publicOrigin }: Config): void {
  if (undecided.length === 0) return;
  const choices: Record<string, string> = {
    DEMO: 'DEMO=off (or DEMO=on to publish the demo accounts, whose password is public)',
    PAYMENT_PROVIDER: 'PAYMENT_PROVIDER=stripe or off (or test to accept test cards)',
  };
  throw new ConfigError(
    `Other machines can reach this site (HOST=${host}, PUBLIC_ORIGIN=${publicOrigin}), so these settings have no default. Set ${undecided.map((name) => choices[name]).join(' and ')}. For this machine only, leave HOST and PUBLIC_ORIGIN unset.`,
  );
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])}: ${ruleOf(issue)}`);
    throw new ConfigError(`These settings are invalid:\n${lines.join('\n')}`);
  }
  const e = parsed.data;
  const publicOrigin = readOrigin(e.PUBLIC_ORIGIN ?? `http://localhost:${e.PORT}`);
  const { protocol, hostname } = new URL(publicOrigin);
  const exposed = !isLoopback(e.HOST) || !isLoopback(hostname);
  const dataDir = resolve(e.DATA_DIR);
  if (e.DATABASE_DIRECT_URL && !e.DATABASE_URL)
    throw new ConfigError('DATABASE_DIRECT_URL is only used together with DATABASE_URL. Set DATABASE_URL instead.');
  if (e.INBOUND_MAIL_SECRET && !e.REPLY_MAIL_DOMAIN)
    throw new ConfigError(
      'INBOUND_MAIL_SECRET is only used together with REPLY_MAIL_DOMAIN. Set REPLY_MAIL_DOMAIN too.',
    );
  checkEndpointTls(e);
  return {
    port: e.PORT,
    host: e.HOST.replace(/^\[(.*)\]$/, '$1'),
    publicOrigin,
    secureCookies: protocol === 'https:' || isLoopback(hostname),
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    databaseCa: e.DATABASE_CA,
    databasePool: e.DATABASE_POOL,
    dataDir,
    pgBin: e.PG_BIN && resolve(e.PG_BIN),
    anonymousLogsMib: e.ANONYMOUS_LOGS_MIB,
    storage: readStorage(e, dataDir),
    mailUrl: e.MAIL_URL,
    mailTls: checkMailTls(e),
    mailFrom: e.MAIL_FROM,
    replyMailDomain: e.REPLY_MAIL_DOMAIN?.toLowerCase(),
    inboundMailSecrets: e.INBOUND_MAIL_SECRET ?? [],
    payment: readPayment(e, exposed),
    oidc: readOidc(e),
    secretKeys: e.SECRET_KEY,
    geocoderUrl: e.GEOCODER_URL,
    recaptcha: e.RECAPTCHA_SECRET ? { secret: e.RECAPTCHA_SECRET, url: e.RECAPTCHA_URL.replace(/\/$/, '') } : undefined,
    trustedProxies: e.TRUSTED_PROXIES,
    analyticsOrigins: e.ANALYTICS_ORIGINS,
    securityContact: e.SECURITY_CONTACT,
    regions: e.REGIONS,
    webhooksToPrivateNetworks: e.WEBHOOKS_TO_PRIVATE_NETWORKS === 'on',
    jobs: e.JOBS === 'on',
    exposed,
    undecided: exposed ? (['DEMO', 'PAYMENT_PROVIDER'] as const).filter((name) => e[name] === undefined) : [],
    demo: e.DEMO ? e.DEMO !== 'off' : !exposed,
    demoCatalog: e.DEMO === 'small' ? 'small' : 'full',
    apiDocs: e.API_DOCS ?? 'staff',
    metrics: e.METRICS === 'on',
    logLevel: e.LOG_LEVEL,
  };
}

function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' ? issue.message : `must be at least ${issue.minimum}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address such as https://tuneport.example' : issue.message;
    case 'invalid_union':
      return 'must be one of the values in the README';
    default:
      return issue.message;
  }
}

function readOrigin(text: string): string {
  const { origin, pathname, search, hash, username, password } = new URL(text);
  if (pathname !== '/' || search + hash + username + password !== '')
    throw new ConfigError(
      'PUBLIC_ORIGIN must be an origin such as https://tuneport.example, without a path, query or login.',
    );
  return origin;
}

function readStorage(e: z.output<typeof Environment>, dataDir: string): Config['storage'] {
  if (!e.STORAGE_URL) return { kind: 'folder', folder: resolve(dataDir, 'files') };
  if (e.STORAGE_URL.startsWith('file:'))
    return { kind: 'folder', folder: resolve(e.STORAGE_URL.slice('file:'.length).replace(/^\/\//, '')) };
  const [bucket, ...prefix] = e.STORAGE_URL.slice('s3://'.length).split('/');
  if (!bucket || !e.S3_ENDPOINT || !e.S3_ACCESS_KEY_ID || !e.S3_SECRET_ACCESS_KEY) {
    throw new ConfigError('STORAGE_URL=s3://bucket needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  }
  return {
    kind: 's3',
    endpoint: e.S3_ENDPOINT.replace(/\/$/, ''),
    bucket,
    prefix: prefix.join('/'),
    region: e.S3_REGION,
    accessKeyId: e.S3_ACCESS_KEY_ID,
    secretAccessKey: e.S3_SECRET_ACCESS_KEY,
  };
}

function readPayment(e: z.output<typeof Environment>, exposed: boolean): PaymentConfig {
  const provider = e.PAYMENT_PROVIDER ?? (exposed ? 'off' : 'test');
  if (provider !== 'stripe') return { provider };
  if (!e.PAYMENT_SECRET_KEY) throw new ConfigError('PAYMENT_PROVIDER=stripe needs PAYMENT_SECRET_KEY.');
  if (e.PAYMENT_BASE_URL && new URL(e.PAYMENT_BASE_URL).pathname !== '/')
    throw new ConfigError('PAYMENT_BASE_URL must be an origin such as https://api.stripe.com, without a path.');
  return {
    provider,
    baseUrl: e.PAYMENT_BASE_URL,
    secretKey: e.PAYMENT_SECRET_KEY,
    publicKey: e.PAYMENT_PUBLIC_KEY,
    webhookSecrets: e.PAYMENT_WEBHOOK_SECRET ?? [],
  };
}

function readOidc(e: z.output<typeof Environment>): Config['oidc'] {
  if (!e.OIDC_ISSUER) return undefined;
  if (!e.OIDC_CLIENT_ID || !e.OIDC_CLIENT_SECRET)
    throw new ConfigError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.');
  return { issuer: e.OIDC_ISSUER, clientId: e.OIDC_CLIENT_ID, clientSecret: e.OIDC_CLIENT_SECRET, name: e.OIDC_NAME };
}
