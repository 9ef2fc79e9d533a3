import type { PriceStep } from '@tuneport/domain/catalog/price-derivation';
import type { Quote } from '@tuneport/domain/catalog/pricing';
import type { ToolChange } from '@tuneport/domain/catalog/tools/tool-changes';
import {
  explainTools,
  type ToolCombination,
  type ToolSolution,
  type ToolUse,
} from '@tuneport/domain/catalog/tools/tool-set';
import { type Currency, money, roundedQuotient, toWire, type WireMoney } from '@tuneport/domain/money/money';
import { percentText } from '@tuneport/domain/text/percent-text';
import { t } from '@tuneport/domain/text/text';
import type { ToolRow } from '../tune-queries.ts';
import { type Sides, toolRows } from './check-compat.ts';
import type { Chosen } from './choose-tunes.ts';
import type { MadeEstimate } from './estimate.ts';
import { feeIn, type PriceView, presentTool } from './price-view.ts';

export function presentEstimate({
  hash,
  expiresAt,
  view,
  sides,
  chosen,
  tools,
  quote,
  problem,
  solution,
  installer,
}: MadeEstimate) {
  const wire = (amountMinor: bigint) => toWire(money(amountMinor, quote.currency));
  const tuneOf = new Map(chosen.map((one) => [String(one.tune.id), one]));
  const toolOf = new Map(tools.map((tool) => [String(tool.id), tool]));
  // A selection that needs no tool has no tool set.
  const sets = solution.combinations.filter(({ toolIds }) => toolIds.length > 0);
  const lines = quote.lines.map((line) => {
    const tune = line.kind === 'tune' ? tuneOf.get(line.id) : undefined;
    const tool = line.kind === 'fee' ? toolOf.get(line.id) : undefined;
    return {
      kind: line.kind,
      label: tune
        ? tune.tune.name
        : installer
          ? t('Installation with {tool} at {dealer}', { tool: tool?.name ?? t('a tool'), dealer: installer.name })
          : t('Installation with {tool}', { tool: tool?.name ?? t('a tool') }),
      tune_id: tune?.tune.id ?? null,
      tool_id: tool?.id ?? null,
      required: tune?.required ?? false,
      base: wire(line.listMinor),
      amount: wire(line.amountMinor),
      derivation: stepsOf(quote, line.line),
    };
  });
  return {
    hash,
    expires_at: expiresAt,
    currency: quote.currency,
    lines,
    discounts: discountsOf(quote),
    subtotal: wire(quote.listMinor),
    discount: wire(quote.discountMinor),
    tax: wire(quote.taxes.reduce((sum, tax) => sum + tax.amountMinor, 0n)),
    total: wire(quote.totalMinor),
    credits: quote.credits,
    codes: codesOf(quote, view),
    chosen_tool_ids: tools.map(({ id }) => id),
    tool_sets: sets.map((set) => presentSet(view, sides, chosen, set, explainTools(problem, set.toolIds))),
    tool_set_count: solution.kind === 'solved' && sets.length > 0 ? solution.count : 0,
    tool_problem: problemOf(sides, chosen, solution),
    installer: installer && { id: installer.id, slug: installer.slug, name: installer.name },
  };
}

const and = (): string => ` ${t('and')} `;

/** Converts the exact fraction of a step to minor units. */
function minorOf(exact: string): bigint {
  const [numerator = '0', denominator = '1'] = exact.split('/');
  return roundedQuotient(BigInt(numerator), BigInt(denominator));
}

const takesOff: readonly PriceStep['rule'][] = [
  'add-on-price',
  'dealer-price',
  'role-discount',
  'dealer-tier',
  'sale-percent',
  'code-percent',
  'sale-amount',
  'code-amount',
];

function labelOf(step: PriceStep): string {
  switch (step.rule) {
    case 'list-price':
      return step.inputs.source === 'fee' ? t('Install fee') : t('List price');
    case 'add-on-price':
      return t('Bundle discount');
    case 'dealer-price':
      return t('Dealer price');
    case 'role-discount':
      return t('{percent}% off for role {key}', { percent: step.inputs.percent, key: step.inputs.key });
    case 'dealer-tier':
      return t('Dealer tier {name}, {percent}% off', { name: step.inputs.name, percent: step.inputs.percent });
    case 'quantity':
      return t('Times {quantity}', { quantity: step.inputs.quantity });
    case 'split-credits':
      return t('Gives tune credits: {ecu} ECU, {tcu} TCU, {awd} AWD', {
        ecu: step.inputs.ecu,
        tcu: step.inputs.tcu,
        awd: step.inputs.awd,
      });
    case 'sale-percent':
      return t('{percent}% off: {name}', { percent: step.inputs.percent, name: step.inputs.name });
    case 'code-percent':
      return t('{percent}% off by code: {name}', { percent: step.inputs.percent, name: step.inputs.name });
    case 'sale-amount':
      return t('Share of {name}', { name: step.inputs.name });
    case 'code-amount':
      return t('Share of the code {name}', { name: step.inputs.name });
    case 'round':
      return t('Rounded');
    case 'tax':
      return `${step.inputs.name} ${percentText(String(step.inputs.percent))}`;
  }
}

function stepsOf(quote: Quote, line: string) {
  const wire = (amount: bigint): WireMoney => toWire(money(amount, quote.currency as Currency));
  return (
    quote.derivation.steps
      .filter((step) => step.line === line)
      // Steps that change nothing are omitted.
      .filter((step) => step.rule === 'list-price' || step.rule === 'split-credits' || step.before !== step.after)
      .filter((step) => step.rule !== 'round' || minorOf(step.before) !== minorOf(step.after))
      .map((step) => ({
        kind: step.rule,
        label: labelOf(step),
        amount: step.rule === 'list-price' ? null : wire(minorOf(step.after) - minorOf(step.before)),
        after: wire(minorOf(step.after)),
      }))
  );
}

/**
 * The rounded values before and after telescope over the steps of a line, so these parts sum exactly to the total
 * discount.
 */
function discountsOf(quote: Quote) {
  const sums = new Map<string, { kind: string; label: string; amount: bigint }>();
  for (const step of quote.derivation.steps) {
    if (!takesOff.includes(step.rule)) continue;
    const off = minorOf(step.before) - minorOf(step.after);
    if (off === 0n) continue;
    const label = 'name' in step.inputs && step.rule !== 'dealer-tier' ? String(step.inputs.name) : labelOf(step);
    const known = sums.get(`${step.rule} ${label}`) ?? { kind: step.rule, label, amount: 0n };
    sums.set(`${step.rule} ${label}`, { ...known, amount: known.amount + off });
  }
  return [...sums.values()].map(({ amount, ...same }) => ({ ...same, amount: toWire(money(amount, quote.currency)) }));
}

const codesOf = (quote: Quote, view: PriceView) => [
  ...view.discounts.flatMap(({ id, code }) =>
    id === quote.code && code !== null ? [{ code, applied: true, reason: null }] : [],
  ),
  ...quote.unknownCodes.map((code) => ({ code, applied: false, reason: t('This code is invalid or has expired.') })),
  ...quote.unusedCodes.map((code) => ({ code, applied: false, reason: t('Another discount saves you more.') })),
];

function presentSet(view: PriceView, sides: Sides, chosen: readonly Chosen[], set: ToolCombination, uses: ToolUse[]) {
  const rows = set.toolIds.flatMap((id) => toolRows(sides).filter((tool) => tool.id === id));
  const tools = rows.map((tool) => presentTool(view, tool));
  const charged = rows.filter(({ id }) => !set.ownedToolIds.includes(id));
  const single = rows.length === 1 ? rows[0] : undefined;
  return {
    tools,
    install_fee: toWire(money(sumOf(view, charged), view.currency)),
    rentable: set.isRentable,
    rental_fee:
      single && set.isRentable && single.rental_fee_minor !== null
        ? feeIn(view, single.rental_fee_minor, single.currency)
        : null,
    reasons: reasonsOf(set, uses, rows, chosen),
    uses: chosen.map(({ tune }) => ({
      tune_id: tune.id,
      tool_ids: uses.filter((use) => use.tuneIds.includes(tune.id)).map((use) => use.toolId),
    })),
  };
}

const sumOf = (view: PriceView, rows: readonly ToolRow[]): bigint =>
  rows.reduce((sum, tool) => {
    const fee = feeIn(view, tool.install_fee_minor, tool.currency);
    return sum + BigInt(fee.amount.replace('.', ''));
  }, 0n);

function reasonsOf(
  set: ToolCombination,
  uses: ToolUse[],
  rows: readonly ToolRow[],
  chosen: readonly Chosen[],
): string[] {
  const nameOf = (id: number) => chosen.find(({ tune }) => tune.id === id)?.tune.name ?? '';
  if (rows.length === 1)
    return [
      t('{name} writes everything you selected.', { name: rows[0]?.name ?? '' }),
      ...(set.ownedToolIds.length > 0 ? [t('You already own it.')] : []),
      ...(set.isRentable ? [t('Available to rent.')] : []),
    ];
  const toolName = (toolId: number) => rows.find(({ id }) => id === toolId)?.name ?? '';
  const writes = uses.map(({ toolId, onlyHere, tuneIds }) => {
    const tool = toolName(toolId);
    const tunes = (onlyHere.length > 0 ? onlyHere : tuneIds).map(nameOf).join(', ');
    return onlyHere.length > 0
      ? t('Only {tool} writes {tunes}.', { tool, tunes })
      : t('{tool} writes {tunes}.', { tool, tunes });
  });
  const owned = set.ownedToolIds.map(toolName);
  return owned.length > 0 ? [...writes, t('You already own {owned}.', { owned: owned.join(and()) })] : writes;
}

function problemOf(sides: Sides, chosen: readonly Chosen[], solution: ToolSolution) {
  if (solution.kind === 'solved') return null;
  const nameOf = (id: number) => chosen.find(({ tune }) => tune.id === id)?.tune.name ?? `tune ${id}`;
  const toolName = (id: number) => toolRows(sides).find((tool) => tool.id === id)?.name ?? `tool ${id}`;
  const explanations = solution.stuck.map(({ tuneId, cause, barred }) =>
    cause === 'no-tools'
      ? t('No tool writes {tune} yet.', { tune: nameOf(tuneId) })
      : t('{tune} needs {tools}, which this vehicle does not support.', {
          tune: nameOf(tuneId),
          tools: barred.map(({ toolId }) => toolName(toolId)).join(` ${t('or')} `),
        }),
  );
  const [change] = solution.changes;
  return {
    text: solution.error,
    tune_ids: solution.stuck.map(({ tuneId }) => tuneId),
    explanation: explanations.join(' '),
    suggestion: change ? suggestionOf(change, nameOf, toolName) : null,
  };
}

function suggestionOf(change: ToolChange, tune: (id: number) => string, tool: (id: number) => string): string {
  switch (change.kind) {
    case 'remove-tunes':
      return t('Without {tunes}, the rest is possible.', { tunes: change.tuneIds.map(tune).join(and()) });
    case 'allow-tools':
      return t('This would work if {change}. Contact us.', {
        change: change.additions
          .map(({ unit, toolId }) =>
            unit === 'engine'
              ? t('the engine accepted {tool}', { tool: tool(toolId) })
              : t('the transmission accepted {tool}', { tool: tool(toolId) }),
          )
          .join(and()),
      });
    case 'lift-restrictions':
      return t('This would work without the tool restrictions of {units}. Contact us.', {
        units: change.units.map((unit) => (unit === 'engine' ? t('the engine') : t('the transmission'))).join(and()),
      });
    case 'support-tunes':
      return t('This would work if {change}. Contact us.', {
        change: change.additions
          .map(({ tuneId, toolId }) => t('{tool} wrote {tune}', { tool: tool(toolId), tune: tune(tuneId) }))
          .join(and()),
      });
  }
}
