import { may } from '@tuneport/domain/identity/permissions';
import { type Currency, money, parseMoney, toWire } from '@tuneport/domain/money/money';
import type { Actor } from '../../platform/actor.ts';
import { bumpArea } from '../../platform/cache/area-versions.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { dealerById, dealerTools } from './queries.ts';

/** The tools that dealers may own (S446). */
export const ownableTools = (db: Db) =>
  db.selectFrom('tools').select(['id', 'name']).where('is_dealer_ownable', '=', true).orderBy('name').execute();

type OwnTool = { readonly id: number; readonly install_fee: string };

/**
 * Replaces the tools of a dealer. Allowed for active members and dealer staff; for all others the dealer does not exist
 * (404).
 */
export async function setOwnTools(db: Db, actor: Actor, dealerId: number, tools: readonly OwnTool[]) {
  const isMember = actor.dealers.some(({ id }) => id === dealerId);
  const dealer = isMember || may(actor, 'dealers.admin') ? await dealerById(db, dealerId, 'lock') : undefined;
  if (!dealer) throw new Refusal('not_found');
  const currency = dealer.currency as Currency;
  const rows = await checkedTools(db, tools, currency);
  const before = await listOwnTools(db, dealerId, currency);
  await db.deleteFrom('dealer_tools').where('dealer_id', '=', dealerId).execute();
  if (rows.length > 0)
    await db
      .insertInto('dealer_tools')
      .values(rows.map((row) => ({ ...row, dealer_id: dealerId })))
      .execute();
  const after = await listOwnTools(db, dealerId, currency);
  await writeAudit(db, actor, 'dealers.set-tools', `dealer:${dealerId}`, { before, after });
  await bumpArea(db, 'dealers');
  return after;
}

async function checkedTools(db: Db, tools: readonly OwnTool[], currency: Currency) {
  const ownable = new Set((await ownableTools(db)).map(({ id }) => id));
  const errors: Record<string, string[]> = {};
  const rows = new Map<number, { tool_id: number; install_fee_minor: bigint }>();
  tools.forEach(({ id, install_fee }, at) => {
    const fee = parseMoney(install_fee, currency);
    if (!ownable.has(id)) errors[`tools.${at}.id`] = ['Dealers cannot own this tool.'];
    else if (rows.has(id)) errors[`tools.${at}.id`] = ['This tool is listed twice.'];
    if (!fee || fee.amountMinor < 0n)
      errors[`tools.${at}.install_fee`] = [`Enter an amount in ${currency}, zero or more.`];
    rows.set(id, { tool_id: id, install_fee_minor: fee?.amountMinor ?? 0n });
  });
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return [...rows.values()];
}

const listOwnTools = async (db: Db, dealerId: number, currency: Currency) =>
  (await dealerTools(db, dealerId)).map(({ id, name, install_fee_minor }) => ({
    id,
    name,
    install_fee: toWire(money(install_fee_minor, currency)),
  }));
