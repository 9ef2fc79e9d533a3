import { createHash } from 'node:crypto';
import type { EstimateInput } from '@tuneport/contract/catalog/estimate-shapes';
import { type PriceRequest, priceTunes, type Quote } from '@tuneport/domain/catalog/pricing';
import type { SolverTune, ToolProblem } from '@tuneport/domain/catalog/tools/tool-problem';
import { solveTools, type ToolSolution } from '@tuneport/domain/catalog/tools/tool-set';
import { membershipIn } from '@tuneport/domain/identity/permissions';
import { language } from '@tuneport/domain/text/text';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { memoized } from '../../../platform/http/mount/memoized-reply.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { type CodesFound, codesFor } from '../../settings/index.ts';
import { kindOf } from '../tune-kind.ts';
import type { ToolRow, Unit } from '../tune-queries.ts';
import { restrictionsOf, type Sides, toolRows } from './check-compat.ts';
import { type Chosen, chooseTunes, readSides } from './choose-tunes.ts';
import { storeEstimate, toolsOwnedBy } from './estimate-queries.ts';
import { type Installer, installerNamed, inWorkshop, lacksTools } from './installers.ts';
import { presentEstimate } from './present-estimate.ts';
import { feeMoney, feeTable, type PriceView, pricedTune, priceView } from './price-view.ts';

export type Input = z.output<typeof EstimateInput>;

const validHours = 24;

/** A selection with its price and tools and all inputs of the calculation. */
export type MadeEstimate = {
  readonly hash: string;
  readonly expiresAt: Date;
  readonly region: Region;
  readonly dealer: { readonly id: number } | null;
  readonly selection: { readonly input: Input; readonly tunes: readonly { unit: Unit; id: number }[] };
  readonly view: PriceView;
  readonly sides: Sides;
  readonly chosen: readonly Chosen[];
  readonly tools: readonly ToolRow[];
  readonly quote: Quote;
  readonly problem: ToolProblem;
  readonly solution: ToolSolution;
  /** Affiliates whose codes are part of the price, by discount id. */
  readonly affiliates: CodesFound['affiliates'];
  /** The installer, at its own fees. Without one the fees of the tools apply. */
  readonly installer: Installer | null;
};

type Params = { readonly actor: Actor; readonly region: Region; readonly now: Date; readonly input: Input };

type Estimated = { readonly made: MadeEstimate; readonly reply: ReturnType<typeof presentEstimate> };

/** Prices a selection, determines its tools, and stores the estimate with all inputs of the calculation. */
export async function estimate(db: Db, platform: Platform, params: Params) {
  const { made, reply } = await (dependsOnSelectionOnly(params)
    ? sharedReply(platform, params)
    : makeReply(platform, params));
  await storeMadeEstimate(db, made, params.actor, params.now);
  return reply;
}

async function makeReply(platform: Platform, params: Params): Promise<Estimated> {
  const made = await makeEstimate(platform, params);
  return { made, reply: presentEstimate(made) };
}

const dependsOnSelectionOnly = ({ actor, input }: Params): boolean =>
  !actor.signedIn && input.codes.length === 0 && input.dealer === undefined && input.installer === undefined;

type CacheSlot = { readonly key: string; readonly inFlight: Map<string, Promise<Estimated>> };
const slotsByVersion = new WeakMap<Platform['versions'], CacheSlot>();
const sharedMax = 500;
/** As long as catalogue prices are cached, because sales start and end. */
const sharedForMs = 30_000;

/**
 * Anonymous visitors with the same selection share a cached response until the catalogue or the settings change or 30
 * seconds pass.
 */
function sharedReply(platform: Platform, params: Params): Promise<Estimated> {
  const { versions } = platform;
  const key = `${versions.of('catalog')} ${versions.of('settings')} ${Math.floor(params.now.getTime() / sharedForMs)}`;
  let slot = slotsByVersion.get(versions);
  if (slot?.key !== key || slot.inFlight.size >= sharedMax) {
    slot = { key, inFlight: new Map() };
    slotsByVersion.set(versions, slot);
  }
  const { inFlight } = slot;
  // The reply explains tools and prices in the language of the visitor.
  const selection = `${language()} ${params.region} ${JSON.stringify(params.input)}`;
  const known = inFlight.get(selection);
  if (known) return known;
  const made = makeReply(platform, params).then(({ made, reply }) => ({ made, reply: memoized(reply) }));
  inFlight.set(selection, made);
  made.catch(() => inFlight.delete(selection));
  return made;
}

/** Stores the estimate for a later purchase, with all inputs of the calculation. */
export const storeMadeEstimate = (db: Db, made: MadeEstimate, actor: Pick<Actor, 'userId'>, now: Date): Promise<void> =>
  storeEstimate(db, made.hash, now, () => ({
    hash: made.hash,
    region: made.region,
    currency: made.quote.currency,
    total_minor: made.quote.totalMinor,
    user_id: actor.userId,
    dealer_id: made.dealer?.id ?? null,
    selection: JSON.stringify(made.selection),
    derivation: JSON.stringify(derivationOf(made)),
    expires_at: made.expiresAt,
  }));

/**
 * The same selection, actor and prices produce the same hash, so a buyer is charged the price shown or is informed that
 * it changed.
 */
export async function makeEstimate(platform: Platform, { actor, region, now, input }: Params): Promise<MadeEstimate> {
  const installer = input.installer === undefined ? null : await installerNamed(platform.db, input.installer);
  const vehicle = await readSides(platform, region, input);
  const sides = installer ? inWorkshop(vehicle, installer) : vehicle;
  const chosen = chooseTunes(sides, input);
  const dealer = dealerOf(actor, input);
  const known = await priceView(platform, { actor, region, now, currency: input.currency, dealerId: dealer?.id });
  if (!known.shown) throw new Refusal('unauthenticated', { message: 'Log in to see prices.' });
  const codes = await codesFor(platform.db, input.codes, known.discounts, actor, now, known.defaultCurrency);
  const view = { ...known, discounts: [...known.discounts, ...codes.discounts] };
  // A dealer that installs in its own workshop pays no fee to itself.
  const isOwnWorkshop = dealer !== null && (installer === null || installer.id === dealer.id);
  const owned = [
    ...(isOwnWorkshop ? await toolsOwnedBy(platform.db, dealer.id) : []),
    ...(installer ? [] : ownTools(sides, input)),
  ];
  const problem = toolProblem(view, sides, installed(view, chosen), owned);
  const solution = solveTools(problem);
  if (installer && solution.kind === 'unsolved') throw lacksTools(installer);
  if (solution.kind === 'unsolved') platform.log.warn({ stuck: solution.stuck, input }, solution.error);
  const tools = toolsToUse(sides, problem, input, solution, installer !== null);
  const charged = tools.filter(({ id }) => !owned.includes(id));
  const quote = priced(view, sides, chosen, charged, input);
  const selection = { input, tunes: chosen.map(({ unit, tune }) => ({ unit, id: tune.id })) };
  const hash = createHash('sha256')
    .update(JSON.stringify([region, actor.userId, dealer?.id ?? null, selection, derivationOf({ quote, tools })]))
    .digest('base64url');
  const expiresAt = new Date(now.getTime() + validHours * 3_600_000);
  const { affiliates } = codes;
  return {
    hash,
    expiresAt,
    region,
    dealer,
    selection,
    view,
    sides,
    chosen,
    tools,
    quote,
    problem,
    solution,
    affiliates,
    installer,
  };
}

export const derivationOf = ({ quote, tools }: Pick<MadeEstimate, 'quote' | 'tools'>) => ({
  price: quote.derivation,
  tools: tools.map(({ id }) => id),
});

function dealerOf(actor: Actor, input: Input): { id: number } | null {
  if (input.dealer === undefined) return actor.dealers[0] ?? null;
  const named = membershipIn(actor, /^\d+$/.test(input.dealer) ? Number(input.dealer) : input.dealer);
  if (!named) throw fieldRefusal({ dealer: ['You are not a member of this dealer.'] });
  return named;
}

const solverTune = ({ unit, tune }: Chosen): SolverTune => ({
  id: tune.id,
  kind: kindOf(unit, tune),
  toolIds: tune.tool_ids,
});

/** Tunes that a dealer receives as tune credits are not installed now, so they need no tool and no fee. */
const installed = ({ buyer }: PriceView, chosen: readonly Chosen[]): readonly Chosen[] =>
  buyer.isDealer ? chosen.filter(({ tune }) => !tune.give_split_credits) : chosen;

/** Compares fees of several currencies in the currency of the view. */
function toolProblem(
  view: PriceView,
  sides: Sides,
  chosen: readonly Chosen[],
  ownedToolIds: readonly number[],
): ToolProblem {
  return {
    tunes: chosen.map(solverTune),
    tools: toolRows(sides).map(({ id, install_fee_minor, currency, is_rentable }) => ({
      id,
      installFeeMinor: feeMoney(view, install_fee_minor, currency).amountMinor,
      isRentable: is_rentable,
    })),
    restrictions: restrictionsOf(sides),
    ownedToolIds,
  };
}

/** The tools that the actor claims to own. In-house tools cannot be owned by customers. */
const ownTools = (sides: Sides, { own_tools }: Input): number[] =>
  toolRows(sides).flatMap(({ id, is_inhouse }) => (own_tools.includes(id) && !is_inhouse ? [id] : []));

/**
 * The tools the actor selected, if they suffice. Otherwise the installer uses the cheapest set, and everyone else only
 * their own tools: nothing that raises the price is selected automatically.
 */
function toolsToUse(
  sides: Sides,
  problem: ToolProblem,
  input: Input,
  solution: ToolSolution,
  hasInstaller: boolean,
): ToolRow[] {
  const rows = toolRows(sides);
  const rowsOf = (ids: readonly number[]) => rows.filter(({ id }) => ids.includes(id));
  if (problem.tunes.length === 0) return [];
  if (input.tools.length === 0) {
    const [cheapest] = solution.combinations;
    const own = solution.combinations.find(({ toolIds, ownedToolIds }) => ownedToolIds.length === toolIds.length);
    return rowsOf((hasInstaller ? cheapest : own)?.toolIds ?? []);
  }
  const picked = rowsOf(input.tools);
  if (
    picked.length < new Set(input.tools).size ||
    solveTools({ ...problem, tools: problem.tools.filter(({ id }) => input.tools.includes(id)) }).kind === 'unsolved'
  )
    throw fieldRefusal({ tools: ['These tools cannot write all of the selected tunes.'] });
  return picked;
}

function priced(
  view: PriceView,
  sides: Sides,
  chosen: readonly Chosen[],
  tools: readonly ToolRow[],
  input: Input,
): Quote {
  const request: PriceRequest = {
    currency: view.currency,
    defaultCurrency: view.defaultCurrency,
    rate: view.rate,
    buyer: view.buyer,
    tunes: chosen.map(({ unit, tune }) => pricedTune(tune, sides[unit]?.record.other_role_discounts ?? [])),
    fees: tools
      .filter(({ install_fee_minor }) => install_fee_minor > 0n)
      .map((tool) => ({ id: String(tool.id), prices: feeTable(view, tool.install_fee_minor, tool.currency) })),
    discounts: view.discounts,
    codes: input.codes,
    // The buyer's address is not known before checkout, so no tax is calculated here.
    taxes: [],
  };
  const quote = priceTunes(request);
  if (quote.kind === 'quote') return quote;
  if (quote.reason === 'no-rate') throw fieldRefusal({ currency: [`No price is available in ${quote.to} right now.`] });
  const names = chosen.filter(({ tune }) => quote.ids.includes(`tune:${tune.id}`)).map(({ tune }) => tune.name);
  throw fieldRefusal({
    tunes: [`${names.join(', ') || 'A tool of this selection'} has no price yet. Contact us for a quote.`],
  });
}
